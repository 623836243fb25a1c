import { isIP } from "node:net";
import { Invalid, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { newUssdSecret, type UssdProvider, ussdProviders } from "@/lib/services/money/ussd/settings";
import type { Proof } from "@/lib/services/people/accounts/confirm-person";
import { said } from "@/lib/text/mail";
import { confirmOperator, type Operator, requireOperator, requireReason } from "../operator/operator";
import { notifyOperators } from "../rails/notify-operators";

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
