import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { Invalid, NotFound, type Problem, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { newUssdSecret, type UssdProvider, ussdProviders } from "@/lib/services/money/ussd/settings";
import type { Proof } from "@/lib/services/people/accounts/confirm-person";
import { said } from "@/lib/text/mail";
import {
  confirmOperator,
  notifyOperators,
  type Operator,
  requireOperator,
  requireReason,
} from "../operator/operator";

/** The settings as their page shows them; the secret stands in the address that the provider is told. */
export interface UssdView {
  provider: UssdProvider;
  isOn: boolean;
  dial: string;
  addresses: string[];
  /** Null before they are set up. */
  callbackUrl: string | null;
}

export interface NewUssd extends Proof {
  isOn: boolean;
  dial: string;
  /** Addresses of the internet with spaces or commas between them. */
  addresses: string;
  /** Makes a new secret address; the one before stops at once. */
  renew: boolean;
  reason: string;
}

const [provider] = ussdProviders;
const addressesMax = 50;

/** Throws NotAllowed. */
export async function readUssdSettings(world: World, operator: Operator): Promise<UssdView> {
  await requireOperator(world.db, operator);
  const row = await world.db.ussdSetting.findUnique({ where: { provider } });
  if (!row) return { provider, isOn: false, dial: "", addresses: [], callbackUrl: null };
  const callbackUrl = `${world.config.siteUrl}/api/ussd/${provider}/${world.secrets.open(row.secretSealed)}`;
  return { provider, isOn: row.enabled, dial: row.dial, addresses: row.addresses, callbackUrl };
}

/**
 * Sets up the provider, or changes its settings. Needs the operator's password: its sessions act for the numbers that it
 * names. Throws as `confirmOperator`, and Invalid on `dial` and `addresses`.
 */
export async function saveUssd(world: World, operator: Operator, input: NewUssd): Promise<void> {
  await confirmOperator(world, operator, input);
  const dial = input.dial.replace(/\s/g, "");
  const addresses = input.addresses.split(/[\s,]+/).filter(Boolean);
  const problems = {
    ...(/^\*\d{1,6}(\*\d{1,6}){0,3}#$/.test(dial) ? {} : { dial: [say("ussd_dial")] }),
    ...(addresses.length <= addressesMax && addresses.every((one) => isIP(one) > 0)
      ? {}
      : { addresses: [say("ussd_addresses")] }),
  };
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  await transact(world, async (unit) => {
    const { name: by } = await requireOperator(unit.tx, operator);
    const reason = requireReason(input.reason);
    const before = await unit.tx.ussdSetting.findUnique({ where: { provider } });
    const secret = before && !input.renew ? before.secretSealed : world.secrets.seal(newUssdSecret(world));
    const data = {
      ...{ enabled: input.isOn, dial, addresses, secretSealed: new Uint8Array(secret) },
      ...{ updatedBy: operator.actor, updatedAt: unit.now },
    };
    await unit.tx.ussdSetting.upsert({ where: { provider }, create: { provider, ...data }, update: data });
    const details = { on: input.isOn, dial, addresses: addresses.length, renewed: input.renew };
    await unit.audit(operator, { reason, action: "ussd.saved", target: `ussd:${provider}`, details });
    await notifyOperators(world, unit, {
      ...{ key: `ussd.saved/${unit.now.getTime()}`, template: "ussd.saved", reason, by },
      what: said(input.isOn ? "ussd.did_on" : "ussd.did_off", { dial }),
      effect: said(input.isOn ? "ussd.on_effect" : "ussd.off_effect", { dial }),
      see: `${world.config.siteUrl}/ops/ussd`,
    });
  });
}

const patienceMs = 5_000;
/** No network has such a number, and nothing is agreed to with it. */
const nobody = "+256772000000";

/**
 * Posts to the public address what the provider would, and reads the first screen: whether the address is right and
 * reached from here. Whether the provider itself calls it, only dialling shows. Throws NotAllowed, or NotFound where
 * nothing is set up.
 */
export async function checkUssd(
  world: World,
  operator: Operator,
): Promise<{ ok: true; screen: string; ms: number } | { ok: false; detail: Problem }> {
  await requireOperator(world.db, operator);
  const { callbackUrl, addresses } = await readUssdSettings(world, operator);
  if (callbackUrl === null) throw new NotFound();
  const body = new URLSearchParams({
    ...{
      sessionId: `check-${randomUUID()}`,
      phoneNumber: nobody,
      serviceCode: "",
      networkCode: "",
      text: "",
    },
  });
  const before = performance.now();
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const answer = await fetch(callbackUrl, { method: "POST", body, signal, redirect: "error" });
    const text = await answer.text();
    const ms = Math.round(performance.now() - before);
    if (answer.ok && /^(CON|END) /.test(text)) return { ok: true, screen: text.slice(4), ms };
    if (answer.status === 404 && addresses.length > 0)
      return { ok: false, detail: say("ussd_check_addresses") };
    return { ok: false, detail: say("ussd_check_status", { status: String(answer.status) }) };
  } catch (error) {
    world.log.warn({ err: error }, "The public address of USSD could not be asked.");
    return { ok: false, detail: say("rail_check_none") };
  }
}
