#!/usr/bin/env bash
# Is this webhook genuine? The body on stdin, the rest in the environment; exit code 0 means yes. Needs openssl.
# WEBHOOK_SECRET=whsec_… WEBHOOK_ID=… WEBHOOK_TIMESTAMP=… WEBHOOK_SIGNATURE=… bash verify.sh < body
# While a secret is being rotated: WEBHOOK_SECRET="whsec_old… whsec_new…". One of them alone does as well.
# For trying things out: other users of this machine can see a command's arguments, so do not run it in production.
set -euo pipefail
tolerance_seconds=300

# A variable would lose NUL bytes and line breaks at the end, and the signature is over the exact bytes.
body=$(mktemp)
trap 'rm -f "$body"' EXIT
cat > "$body"

# The time is signed as well, so an old delivery cannot be sent again by somebody else.
[[ "${WEBHOOK_TIMESTAMP:-}" =~ ^[0-9]{1,12}$ ]] || exit 1
age=$(( $(date +%s) - 10#$WEBHOOK_TIMESTAMP ))
[ "${age#-}" -le "$tolerance_seconds" ] || exit 1

# webhook-signature covers all that X-Service-Signature does, and during a rotation it carries one of each secret.
for secret in ${WEBHOOK_SECRET:-}; do
  key=$(printf %s "${secret#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
  [ -n "$key" ] || continue
  mac=$({ printf '%s.%s.' "${WEBHOOK_ID:-}" "$WEBHOOK_TIMESTAMP"; cat "$body"; } |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
  for given in ${WEBHOOK_SIGNATURE:-}; do
    [ "v1,$mac" = "$given" ] && exit 0
  done
done
exit 1
