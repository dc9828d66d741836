#!/bin/sh
# Plays one part of a load run in a pod. In an indexed Job, JOB_COMPLETION_INDEX counts the pods from 0, and all start at
# START_AT. The k6-operator calls this program as `k6 run …` in pods whose host names end in -1, -2, …, and starts them
# through k6's API.
set -eu
if [ -n "${JOB_COMPLETION_INDEX:-}" ]; then
	part=$((JOB_COMPLETION_INDEX + 1))
	set -- --start-at "$START_AT"
else
	part=${HOSTNAME##*-}
	set -- --k6-api 0.0.0.0:6565
fi
node /app/dist/cli.js load "$@" --part "$part/$PARTS" --out "/results/$RUN/part-$part" \
	--profile "$PROFILE" --rate "$RATE" --duration "$DURATION" --mix "$MIX" --slo /limits/limits.json \
	--target "$TARGET" --i-have-permission --allow-host "$ALLOW_HOST" &
runner=$!
# The shell is the first process of the pod, so it has to pass the signal on.
trap 'kill -TERM "$runner"' TERM INT
code=0
wait "$runner" || code=$?
if [ "$code" -gt 128 ]; then wait "$runner" || code=$?; fi
# GO, NO-GO and INCONCLUSIVE are results of a part. The verdict is that of the merged report.
case $code in
1 | 4) exit 0 ;;
*) exit "$code" ;;
esac
