# The image contains the sandbox without the tools that build and test it.
#
#   docker build -t payin-sandbox .
#   docker run --rm -p 8080:8080 payin-sandbox
#
# The sandbox listens on all addresses, so its control API requires a token: PAYIN_SANDBOX_CONTROL_TOKEN, or the
# generated one that it prints. If clients use another host name than localhost (a compose service, for example),
# set PAYIN_SANDBOX_PUBLIC_URL (the base of its links) and PAYIN_SANDBOX_ALLOWED_HOST (the accepted Host headers).

# The compiler is a native program for glibc. Its output runs on any libc.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-alpine AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The image contains the store clients, which are optional peers: no package can be added later. `npm ci` would
# reject the changed package.json; `npm install` accepts it and still takes its versions from the lock file.
RUN node -e "const own = require('./package.json'); Object.assign(own.dependencies, own.peerDependencies); delete own.devDependencies; fs.writeFileSync('package.json', JSON.stringify(own))"
RUN npm install --ignore-scripts --no-audit --no-fund

FROM node:24-alpine
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY load/k6/go.mod load/k6/go.sum load/k6/
COPY load/limits load/limits
COPY --from=build /build/dist dist

ENV NODE_ENV=production \
    PAYIN_SANDBOX_PUBLIC_URL=http://localhost:8080
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --start-interval=1s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PAYIN_SANDBOX_PORT || 8080}/_sandbox/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/cli.js"]
CMD ["serve", "--host", "0.0.0.0"]
