#!/usr/bin/env bash
# Is this webhook genuine? The body on stdin, the rest in the environment; exit code 0 means yes. Needs openssl.
# WEBHOOK_SECRET=whsec_… X_SERVICE_SIGNATURE=… WEBHOOK_ID=… WEBHOOK_TIMESTAMP=… WEBHOOK_SIGNATURE=… bash verify.sh < body
# For trying things out: other users of this machine can see a command's arguments, so do not run it in production.
set -euo pipefail
tolerance_seconds=300

# A variable would lose NUL bytes and line breaks at the end, and the signature is over the exact bytes.
body=$(mktemp)
trap 'rm -f "$body"' EXIT
cat > "$body"

hex=$(openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r < "$body" | cut -d' ' -f1)
[ "sha256=$hex" = "${X_SERVICE_SIGNATURE:-}" ] || exit 1

# The signature above covers the body alone. This one also covers the time, so an old delivery cannot be sent again.
[[ "${WEBHOOK_TIMESTAMP:-}" =~ ^[0-9]{1,12}$ ]] || exit 1
age=$(( $(date +%s) - WEBHOOK_TIMESTAMP ))
[ "${age#-}" -le "$tolerance_seconds" ] || exit 1
key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
mac=$({ printf '%s.%s.' "${WEBHOOK_ID:-}" "$WEBHOOK_TIMESTAMP"; cat "$body"; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
# During a rotation there are two, one for each secret.
for given in ${WEBHOOK_SIGNATURE:-}; do
  [ "v1,$mac" = "$given" ] && exit 0
done
exit 1
