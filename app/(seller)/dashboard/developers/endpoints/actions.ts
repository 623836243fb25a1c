"use server";

import { z } from "zod";
import type { SecretState } from "@/app/_forms/secret-form";
import type { FormState } from "@/lib/auth/form-state";
import {
  idField,
  manyField,
  modeField,
  sellerButton,
  sellerForm,
  textField,
} from "@/lib/auth/guarded-action";
import { confirmPassword } from "@/lib/services/accounts/verify-password";
import { createEndpoint } from "@/lib/services/webhooks/create-endpoint";
import { pingEndpoint } from "@/lib/services/webhooks/ping-endpoint";
import { revealSecret, rotateSecret, switchSecret } from "@/lib/services/webhooks/secret";
import { deleteEndpoint, disableEndpoint, enableEndpoint } from "@/lib/services/webhooks/switch-endpoint";
import { updateEndpoint } from "@/lib/services/webhooks/update-endpoint";
import { endpointPath, endpointsPath, shownSecret } from "./paths";
import type { PingAnswer, PingState } from "./ping-form";

const Wish = z.object({ mode: modeField, url: textField, description: textField, types: manyField });

export async function createEndpointAction(previous: SecretState, form: FormData): Promise<SecretState> {
  return sellerForm(previous, form, Wish, async (seller, { mode, ...input }, world) => {
    const caller = seller.caller(mode === "live");
    const made = await createEndpoint(world, caller, { ...input, url: input.url.trim() });
    return {
      result: shownSecret("The endpoint is added. This is its signing secret", made.secret, made.endpoint),
    };
  });
}

export async function updateEndpointAction(previous: FormState, form: FormData): Promise<FormState> {
  return sellerForm(
    previous,
    form,
    Wish.extend({ id: idField }),
    async (seller, { mode, id, ...input }, world) => {
      const caller = seller.caller(mode === "live");
      await updateEndpoint(world, caller, id, { ...input, url: input.url.trim() });
      return { to: endpointPath(id, mode), flash: { tone: "ok", text: "The endpoint is saved." } };
    },
  );
}

const One = z.object({ id: idField, mode: modeField });

export async function pingAction(previous: PingState, form: FormData): Promise<PingState> {
  return sellerForm<typeof One, PingAnswer>(previous, form, One, async (seller, { id, mode }, world) => {
    const caller = seller.caller(mode === "live");
    const answer = await pingEndpoint(world, caller, id, seller.user.name);
    const { ok, statusCode, errorMessage, durationMs, responseBody, eventId } = answer;
    return { result: { ok, statusCode, errorMessage, durationMs, responseBody, eventId } };
  });
}

export async function revealSecretAction(previous: SecretState, form: FormData): Promise<SecretState> {
  return sellerForm(previous, form, One.extend({ password: textField }), async (seller, input, world) => {
    const caller = seller.caller(input.mode === "live");
    await confirmPassword(world, seller.user.id, input.password);
    const { secret } = await revealSecret(world, caller, input.id);
    return {
      result: shownSecret("The signing secret of this endpoint", secret, {
        id: input.id,
        livemode: caller.livemode,
      }),
    };
  });
}

export async function rotateSecretAction(previous: SecretState, form: FormData): Promise<SecretState> {
  return sellerForm(previous, form, One.extend({ password: textField }), async (seller, input, world) => {
    const caller = seller.caller(input.mode === "live");
    await confirmPassword(world, seller.user.id, input.password);
    const { secret, endpoint } = await rotateSecret(world, caller, input.id);
    return {
      result: shownSecret("The new signing secret. The old one goes on for 24 hours", secret, endpoint),
    };
  });
}

export async function switchSecretAction(form: FormData): Promise<void> {
  return sellerButton(form, endpointsPath, One, async (seller, { id, mode }, world) => {
    const caller = seller.caller(mode === "live");
    await switchSecret(world, caller, id);
    return {
      to: endpointPath(id, mode),
      flash: { tone: "ok", text: "X-Service-Signature is made with the new secret from now on." },
    };
  });
}

export async function disableEndpointAction(form: FormData): Promise<void> {
  return sellerButton(form, endpointsPath, One, async (seller, { id, mode }, world) => {
    const caller = seller.caller(mode === "live");
    await disableEndpoint(world, caller, id);
    return {
      to: endpointPath(id, mode),
      flash: {
        tone: "ok",
        text: "The endpoint is disabled. Events for it are kept as skipped and can be sent later.",
      },
    };
  });
}

export async function enableEndpointAction(form: FormData): Promise<void> {
  return sellerButton(form, endpointsPath, One, async (seller, { id, mode }, world) => {
    const caller = seller.caller(mode === "live");
    const { missed } = await enableEndpoint(world, caller, id);
    const link = {
      href: `/dashboard/developers/events?mode=${mode}&delivery=skipped&endpoint=${id}`,
      label: "See them and send them again",
    };
    return {
      to: endpointPath(id, mode),
      flash:
        missed === 0
          ? { tone: "ok", text: "The endpoint is enabled. It missed nothing." }
          : {
              tone: "ok",
              text: `The endpoint is enabled. It missed ${missed} ${missed === 1 ? "event" : "events"}.`,
              link,
            },
    };
  });
}

export async function deleteEndpointAction(form: FormData): Promise<void> {
  return sellerButton(form, endpointsPath, One, async (seller, { id, mode }, world) => {
    const caller = seller.caller(mode === "live");
    await deleteEndpoint(world, caller, id);
    return {
      to: `${endpointsPath}?mode=${mode}`,
      flash: { tone: "ok", text: "The endpoint is deleted. What was sent to it stays in the event log." },
    };
  });
}
