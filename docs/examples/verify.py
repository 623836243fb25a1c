# Is this webhook genuine? As a program: the body on stdin, the rest in the environment; exit code 0 means yes.
# WEBHOOK_SECRET=whsec_… X_SERVICE_SIGNATURE=… WEBHOOK_ID=… WEBHOOK_TIMESTAMP=… WEBHOOK_SIGNATURE=… python3 verify.py < body
import base64
import hashlib
import hmac
import os
import sys
import time

TOLERANCE_SECONDS = 300


def is_genuine(body: bytes, headers: dict, secret: str) -> bool:
    """body is the raw bytes as they came, before any JSON is parsed; headers has lower-case names."""
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    if not equal("sha256=" + digest, headers.get("x-service-signature")):
        return False
    # The signature above covers the body alone. This one also covers the time, so an old delivery cannot be sent again.
    sent_at = headers.get("webhook-timestamp") or ""
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers.get('webhook-id')}.{sent_at}.".encode() + body
    mac = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # During a rotation there are two, one for each secret.
    given = (headers.get("webhook-signature") or "").split(" ")
    return any(equal("v1," + mac, one) for one in given)


def equal(wanted: str, given) -> bool:
    return hmac.compare_digest(wanted.encode(), (given or "").encode())


if __name__ == "__main__":
    names = ["X_SERVICE_SIGNATURE", "WEBHOOK_ID", "WEBHOOK_TIMESTAMP", "WEBHOOK_SIGNATURE"]
    sent = {name.lower().replace("_", "-"): os.environ.get(name) for name in names}
    genuine = is_genuine(sys.stdin.buffer.read(), sent, os.environ.get("WEBHOOK_SECRET", ""))
    sys.exit(0 if genuine else 1)
