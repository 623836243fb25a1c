# Is this webhook genuine? As a program: the body on stdin, the rest in the environment; exit code 0 means yes.
# WEBHOOK_SECRET=whsec_… WEBHOOK_ID=… WEBHOOK_TIMESTAMP=… WEBHOOK_SIGNATURE=… python3 verify.py < body
# While a secret is being rotated: WEBHOOK_SECRET="whsec_old… whsec_new…". One of them alone does as well.
import base64
import hashlib
import hmac
import os
import re
import sys
import time

TOLERANCE_SECONDS = 300


def is_genuine(body: bytes, headers: dict, secrets: list) -> bool:
    """body is the raw bytes as they came, before any JSON is parsed; headers has lower-case names."""
    sent_at = headers.get("webhook-timestamp") or ""
    # It is signed as well, so an old delivery cannot be sent again by somebody else.
    if not re.fullmatch("[0-9]{1,12}", sent_at) or abs(time.time() - int(sent_at)) > TOLERANCE_SECONDS:
        return False
    signed = f"{headers.get('webhook-id') or ''}.{sent_at}.".encode() + body
    # webhook-signature covers all that X-Service-Signature does, and during a rotation it carries one of each secret.
    given = (headers.get("webhook-signature") or "").split(" ")
    for secret in secrets:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        mac = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        if key and any(hmac.compare_digest(b"v1," + mac, one.encode()) for one in given):
            return True
    return False


if __name__ == "__main__":
    names = ["WEBHOOK_ID", "WEBHOOK_TIMESTAMP", "WEBHOOK_SIGNATURE"]
    sent = {name.lower().replace("_", "-"): os.environ.get(name) for name in names}
    known = os.environ.get("WEBHOOK_SECRET", "").split(" ")
    sys.exit(0 if is_genuine(sys.stdin.buffer.read(), sent, known) else 1)
