# A shop of lessons in Django, with sente.py beside it; in urls.py: path("", include("django_views")).
import os
import sente
from django.core.cache import cache
from django.http import HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

api = sente.Client(os.environ["SENTE_KEY"], os.environ["SENTE_BASE_URL"])

@require_GET
def lessons(request):
    user = request.headers.get("x-user")  # Yours: request.user.pk
    may_in = bool(user) and api.access.check(ref=user)["has_access"]
    return HttpResponse("Lesson 1") if may_in else HttpResponse("This needs a subscription.", status=402)

@csrf_exempt  # The signature says who sent it.
@require_POST
def hooks(request):
    try:
        event = sente.verify_webhook(request.body, request.headers, os.environ["WEBHOOK_SECRET"])
    except sente.WebhookSignatureError as error:
        return HttpResponse(str(error), status=400)
    if not cache.get(event["id"]) and event["type"] == "access.changed":  # One may come twice.
        api.access.forget(ref=event["data"]["ref"])
    cache.set(event["id"], True, 86_400)
    return HttpResponse("Taken.")

urlpatterns = [path("lessons", lessons), path("hooks", hooks)]
