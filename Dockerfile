# The sandbox, and nothing to build or test it with.
#
#   docker build -t payin-sandbox .
#   docker run --rm -p 8080:8080 payin-sandbox
#
# Listening on all addresses, it wants a token for its control API: the one in PAYIN_SANDBOX_CONTROL_TOKEN, or
# the one it makes and prints. Reached under another name than localhost (a compose service, say), it has to be
# told so: PAYIN_SANDBOX_PUBLIC_URL is what links carry, PAYIN_SANDBOX_ALLOWED_HOST which Host headers it answers.

# `npm install` keeps to the lock file as `npm ci` does, but does not insist that the lock names the development
# tools of every other platform too.

# The compiler is a native program made for glibc; what it leaves runs on any libc.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm install --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-alpine AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# An image takes no packages later: the clients of the stores are in it.
RUN node -e "const own = require('./package.json'); Object.assign(own.dependencies, own.peerDependencies); delete own.devDependencies; fs.writeFileSync('package.json', JSON.stringify(own))"
RUN npm install --ignore-scripts --no-audit --no-fund

FROM node:24-alpine
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY load/k6/go.mod load/k6/go.sum load/k6/
COPY load/slo load/slo
COPY --from=build /build/dist dist

ENV NODE_ENV=production \
    PAYIN_SANDBOX_PUBLIC_URL=http://localhost:8080
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --start-interval=1s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PAYIN_SANDBOX_PORT ?? 8080}/_sandbox/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/cli.js"]
CMD ["serve", "--host", "0.0.0.0"]
