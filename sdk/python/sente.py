"""The client of Sente for Python 3.9 and newer. One file, which needs nothing but Python: copy it, or install it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import math
import random
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Optional, Union

__all__ = ["Client", "SenteConnectionError", "SenteError", "WebhookSignatureError", "verify_webhook"]

Json = dict  # What the API answers: objects of JSON.


class SenteError(Exception):
    """The API said no. `code` is its `error`, where there is one; `errors` are the problems by field."""

    def __init__(self, status: int, body: Mapping[str, Any], retry_after: Optional[int]) -> None:
        super().__init__(body.get("message") or f"The API answered {status}.")
        self.status = status
        self.code: Optional[str] = body.get("error")
        self.errors: dict[str, list[str]] = body.get("errors") or {}
        self.request_id: Optional[str] = body.get("request_id")
        self.doc_url: Optional[str] = body.get("doc_url")
        #: Seconds that the answer asked to wait.
        self.retry_after = retry_after


class SenteConnectionError(Exception):
    """The API could not be reached, or did not answer in time. Whether the request had an effect is not known."""


class WebhookSignatureError(Exception):
    """This was not sent by the service, or not just now: answer 400 and do nothing."""


class Client:
    """The API of one store.

    Requests that change something get an Idempotency-Key of their own and are sent again when the connection is lost, the
    API is busy or the rate limit says to wait. `api_key` is a secret key of the store: keep it on your server. `base_url`
    is the API root, https://pay.example.com/api/v1; http works for localhost only.
    """

    def __init__(
        self,
        api_key: str,
        base_url: str,
        *,
        retries: int = 3,
        timeout: float = 30.0,
        wait_max: float = 30.0,
        cache_seconds: float = 180,
        now: Callable[[], float] = time.time,
    ) -> None:
        if not (api_key or "").strip():
            raise ValueError("Give api_key, a secret key of the store.")
        if not _is_safe(base_url):
            raise ValueError("base_url must be an https:// address: over http everybody on the way can read the key.")
        self._api_key, self._base_url = api_key.strip(), base_url.rstrip("/")
        self._retries, self._timeout, self._wait_max = retries, timeout, wait_max
        self._opener = urllib.request.build_opener(_NoRedirect)
        self.access = Access(self, cache_seconds, now)
        self.subscriptions = Resource(self, "/subscriptions")
        self.orders = Resource(self, "/orders")
        self.products = Resource(self, "/products")
        self.customers = Resource(self, "/customers")
        self.payment_links = Resource(self, "/payment-links")
        self.discounts = Resource(self, "/discounts")
        self.invoices = Resource(self, "/invoices")

    def store(self) -> Json:
        """The store that the key belongs to."""
        return self.request("GET", "/store")["data"]

    def request(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        *,
        retries: Optional[int] = None,
        timeout: float = math.inf,
    ) -> Json:
        """Any request of the API; the whole answer."""
        retries = self._retries if retries is None else retries
        key = None if method == "GET" else idempotency_key or str(uuid.uuid4())
        tried = 0
        while True:
            try:
                return self._attempt(method, path, query, body, key, min(timeout, self._timeout))
            except (SenteError, SenteConnectionError) as error:
                wait = _wait_before(error, tried)
                if tried >= retries or wait is None or wait > self._wait_max:
                    raise
                time.sleep(wait)
                tried += 1

    def _attempt(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]],
        body: Optional[Mapping[str, Any]],
        key: Optional[str],
        timeout: float,
    ) -> Json:
        headers = {"Authorization": f"Bearer {self._api_key}", "Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers["Idempotency-Key"] = key
        asked = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        url = self._base_url + path + (f"?{urllib.parse.urlencode(asked)}" if asked else "")
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        try:
            with self._opener.open(request, timeout=timeout) as answer:
                status, text, retry_after = answer.status, answer.read(), answer.headers.get("Retry-After")
        except urllib.error.HTTPError as refused:
            with refused:
                status, text, retry_after = refused.code, refused.read(), refused.headers.get("Retry-After")
        except (OSError, http.client.HTTPException) as error:
            raise SenteConnectionError("The API could not be reached.") from error
        read = _parsed(text)
        if 200 <= status < 300 and isinstance(read, dict):
            return read
        seconds = int(retry_after) if retry_after and re.fullmatch(r"\d{1,6}", retry_after) else None
        raise SenteError(status, read if isinstance(read, dict) else {}, seconds)


class Resource:
    """One kind of object: `sente.orders.retrieve("ORD-000042")`. What the API has no endpoint for, it refuses."""

    def __init__(self, client: Client, path: str) -> None:
        self._client, self._path = client, path

    def list(self, **query: Any) -> Json:
        """One page: `data`, `links` and `meta`."""
        return self._client.request("GET", self._path, query)

    def all(self, **query: Any) -> Iterator[Json]:
        """Walks all pages from `page` on. What is added meanwhile may make an item come twice, never be left out."""
        page = int(query.get("page") or 1)
        while True:
            answer = self.list(**{"per_page": 100, **query, "page": page})
            yield from answer["data"]
            if answer["links"]["next"] is None:
                return
            page += 1

    def retrieve(self, id: Union[int, str]) -> Json:
        return self._client.request("GET", self._at(id))["data"]

    def create(self, body: Mapping[str, Any], idempotency_key: Optional[str] = None) -> Json:
        return self._client.request("POST", self._path, None, body, idempotency_key)["data"]

    def update(self, id: Union[int, str], body: Mapping[str, Any], idempotency_key: Optional[str] = None) -> Json:
        return self._client.request("PATCH", self._at(id), None, body, idempotency_key)["data"]

    def delete(self, id: Union[int, str], idempotency_key: Optional[str] = None) -> Json:
        return self._client.request("DELETE", self._at(id), None, None, idempotency_key)["data"]

    def act(
        self,
        id: Union[int, str],
        act: str,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Json:
        """What is done with one of them: `sente.subscriptions.act(id, "cancel")`."""
        path = f"{self._at(id)}/{urllib.parse.quote(act, safe='')}"
        return self._client.request("POST", path, None, body or {}, idempotency_key)["data"]

    def _at(self, id: Union[int, str]) -> str:
        return f"{self._path}/{urllib.parse.quote(str(id), safe='')}"


class Access:
    """May this user in? Made by Client; safe to use from several threads.

    `cache_seconds`: how long an answer that let the user in is used again: up to 300 seconds, 180 when not given; 0 keeps
    nothing. One that did not is used again for two seconds at most, because somebody who has just paid asks next.
    """

    _KEPT_MAX, _REFUSED_MAX, _ENTRIES_MAX = 300.0, 2.0, 10_000
    # Whom an answer still lets in does not wait long for an API that is away, and then not for a while.
    _PATIENCE, _OUTAGE = 3.0, 5.0

    def __init__(self, client: Client, cache_seconds: float, now: Callable[[], float]) -> None:
        self._client, self._now = client, now
        self._kept = min(max(cache_seconds, 0.0), self._KEPT_MAX)
        self._cache: OrderedDict[str, tuple[Json, float, Optional[float]]] = OrderedDict()
        self._lock = threading.Lock()
        self._forgotten = 0

    def check(
        self, *, ref: Optional[str] = None, email: Optional[str] = None, product_id: Optional[int] = None
    ) -> Json:
        """An answer that let them in is used again for some minutes, but never beyond `access_ends_at`.

        When the API cannot be asked, such an answer holds on until then; otherwise the error is raised.
        """
        name = _user_of(ref, email) + json.dumps(product_id)
        with self._lock:
            known, forgotten = self._cache.get(name), self._forgotten
        started_at = self._now()
        if known and started_at < known[1]:
            return known[0]
        holds = known is not None and known[2] is not None and started_at < known[2]
        patience = {"retries": 0, "timeout": self._PATIENCE} if holds else {}
        query = {"ref": ref, "email": email, "product_id": product_id}
        try:
            result = self._client.request("GET", "/access", query, **patience)
        except (SenteError, SenteConnectionError) as error:
            if not holds or self._now() >= known[2] or not _is_outage(error):
                raise
            self._write(name, (known[0], min(self._now() + self._OUTAGE, known[2]), known[2]), forgotten)
            return known[0]
        may_in = result["has_access"] is True
        text = result.get("access_ends_at") if may_in else None
        ends_at = datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() if text else None
        kept = self._kept if may_in else min(self._kept, self._REFUSED_MAX)
        fresh_until = started_at + kept if ends_at is None else min(started_at + kept, ends_at)
        if self._kept > 0:
            self._write(name, (result, fresh_until, ends_at), forgotten)
        return result

    def _write(self, name: str, entry: tuple[Json, float, Optional[float]], forgotten: int) -> None:
        with self._lock:
            # Forgotten meanwhile: this answer may be from before what the webhook told of.
            if forgotten != self._forgotten:
                return
            self._cache[name] = entry
            self._cache.move_to_end(name)
            if len(self._cache) > self._ENTRIES_MAX:
                self._cache.popitem(last=False)

    def forget(
        self, *, ref: Optional[str] = None, email: Optional[str] = None, product_id: Optional[int] = None
    ) -> None:
        """Asks anew next time, for each plan: call it when a webhook tells of this user's subscription."""
        user = _user_of(ref, email)
        with self._lock:
            self._forgotten += 1
            for name in [name for name in self._cache if name.startswith(user)]:
                del self._cache[name]


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, Any],
    secrets: Union[str, Sequence[Optional[str]]],
    *,
    tolerance_seconds: float = 300,
    now: Optional[float] = None,
) -> Json:
    """The event of a delivery, once it is known to be genuine and of just now.

    `body` is the raw bytes as they came, before any JSON is parsed. `headers` may be those of any framework, or the
    environment of WSGI. Give both secrets while one is being rotated.
    """
    raw = body.encode() if isinstance(body, str) else bytes(body)
    given = {re.sub("^http-", "", str(name).lower().replace("_", "-")): value for name, value in headers.items()}
    sent_at = str(given.get("webhook-timestamp") or "")
    signed = f"{given.get('webhook-id') or ''}.{sent_at}.".encode() + raw
    signatures = str(given.get("webhook-signature") or "").split(" ")
    wanted = [
        b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()) for key in _keys_of(secrets)
    ]
    if not any([hmac.compare_digest(one, other.encode()) for one in wanted for other in signatures]):
        raise WebhookSignatureError("webhook-signature does not fit this delivery and secret.")
    at = time.time() if now is None else now
    if not re.fullmatch("[0-9]{1,12}", sent_at) or abs(at - int(sent_at)) > tolerance_seconds:
        raise WebhookSignatureError("This delivery is too old, or the clock of this machine is wrong.")
    return json.loads(raw)


def _keys_of(secrets: Union[str, Sequence[Optional[str]]]) -> list[bytes]:
    """Anybody can sign with an empty secret."""
    several = [secrets] if isinstance(secrets, str) or secrets is None else secrets
    known = [key for key in map(_key_of, several) if key]
    if not known:
        raise ValueError("Give the secret of the webhook endpoint, whsec_….")
    return known


def _key_of(secret: Optional[str]) -> bytes:
    try:
        return base64.b64decode((secret or "").removeprefix("whsec_"), validate=True)
    except ValueError:
        return b""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would take the key along."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def _is_safe(base_url: str) -> bool:
    url = urllib.parse.urlsplit(base_url)
    host = url.hostname or ""
    is_local = re.fullmatch(r"localhost|.+\.localhost|127\.\d+\.\d+\.\d+|::1", host) is not None
    return url.scheme == "https" or (url.scheme == "http" and is_local)


def _is_outage(error: Exception) -> bool:
    """What says nothing about the user. A refusal such as 401 is the caller's to see, at once."""
    if isinstance(error, SenteConnectionError):
        return True
    return isinstance(error, SenteError) and (error.status >= 500 or error.status == 429)


def _wait_before(error: Union[SenteError, SenteConnectionError], tried: int) -> Optional[float]:
    """None when sending again would not help."""
    is_busy = isinstance(error, SenteError) and error.code == "idempotency_in_progress"
    if not _is_outage(error) and not is_busy:
        return None
    if isinstance(error, SenteError) and error.retry_after is not None:
        return float(error.retry_after)
    # Between half and all of it, so that many clients do not come back together.
    return 0.5 * 2**tried * (0.5 + random.random() / 2)


def _user_of(ref: Optional[str], email: Optional[str]) -> str:
    """What the names of all answers about one user begin with."""
    return json.dumps([ref or None, None if ref else email and email.strip().lower()])


def _text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _parsed(text: bytes) -> Any:
    """None for what is no JSON, such as the page of a proxy in between."""
    try:
        return json.loads(text)
    except ValueError:
        return None
