import { gather, type PayProblem, payInvalid, throwProblems } from "@/lib/domain/pay-problem";
import { printable } from "@/lib/domain/text";
import type { Delivery } from "@/lib/services/billing/orders/delivery";
import type { Payer } from "./customer";
import type { DeliveryInput } from "./purchase";
import { readPhone } from "./quote";

const placeMaxCodePoints = 200;

/** Whom to bring it to, and where. Throws PayInvalid with all problems: on `name`, `contact` and `place`. */
export async function readDelivery(
  { place, contact }: DeliveryInput,
  payer: Payer,
  country: string,
): Promise<Delivery> {
  const problems: PayProblem[] = [];
  const name = await gather(problems, () => nameOf(payer));
  const phone = await gather(problems, () => phoneOf(contact, payer, country));
  const where = await gather(problems, () => placeOf(place));
  throwProblems(problems);
  if (name === null || phone === null || where === null) throw new Error("What has no problem was read.");
  return { name, phone, place: where };
}

function nameOf(payer: Payer): string {
  const name = printable(payer.name ?? "").trim();
  if (name === "") throw payInvalid("name", "name_missing");
  return name;
}

/** A card has no phone. A phone that pays and is wrong is said at its own field. */
function phoneOf(contact: string | null, payer: Payer, country: string): string {
  if (contact !== null && contact.trim() !== "") return readPhone("contact", contact, country);
  if (payer.phone !== null) return payer.phone;
  throw payInvalid("contact", "contact_missing");
}

function placeOf(typed: string | null): string {
  const place = printable((typed ?? "").replace(/\r\n?/g, "\n")).trim();
  if (place === "") throw payInvalid("place", "place_missing");
  if ([...place].length <= placeMaxCodePoints) return place;
  throw payInvalid("place", "place_too_long", { max: String(placeMaxCodePoints) });
}
