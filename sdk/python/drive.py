"""For tests: does what each line of the standard input says, and answers with a line."""

import json
import os
import sys
import time

from sente import Client, SenteConnectionError, SenteError, WebhookSignatureError, verify_webhook

later = 0.0


def open_client(asked):
    options = {name: asked[name] for name in ("cache_seconds", "retries") if name in asked}
    key, base_url = asked.get("key", os.environ["SENTE_KEY"]), asked.get("base_url", os.environ["SENTE_BASE_URL"])
    return Client(key, base_url, now=lambda: time.time() + later, **options)


def act(sente, do, given):
    resource, key = getattr(sente, given.get("resource", "orders")), given.get("key")
    acts = {
        "access": lambda: sente.access.check(**given),
        "forget": lambda: sente.access.forget(**given),
        "list": lambda: resource.list(**given.get("query", {})),
        "all": lambda: list(resource.all(**given.get("query", {}))),
        "retrieve": lambda: resource.retrieve(given["id"]),
        "create": lambda: resource.create(given["body"], key),
        "update": lambda: resource.update(given["id"], given["body"], key),
        "act": lambda: resource.act(given["id"], given["act"], given["body"], key),
        "verify": lambda: verify_webhook(given["body"], given["headers"], given["secrets"], now=given["now"]),
    }
    return acts[do]()


def answer_to(step):
    global later, sente
    try:
        if step["do"] == "later":
            later += step["with"]["seconds"]
        elif step["do"] == "new":
            sente = open_client(step["with"])
        else:
            return {"gives": act(sente, step["do"], step["with"])}
        return {"gives": None}
    except SenteError as error:
        facts = {"refused": "api", "status": error.status, "code": error.code, "retry_after": error.retry_after}
        return {"fails": {**facts, "fields": list(error.errors)}}
    except SenteConnectionError:
        return {"fails": {"refused": "connection"}}
    except WebhookSignatureError:
        return {"fails": {"refused": "signature"}}
    except ValueError:
        return {"fails": {"refused": "argument"}}


sente = open_client({})
for line in sys.stdin.buffer:
    sys.stdout.buffer.write(json.dumps(answer_to(json.loads(line))).encode() + b"\n")
    sys.stdout.flush()
