import type { World } from "@/lib/services/core/world";

type Hash = Uint8Array<ArrayBuffer>;

/** A phone (E.164) that pays, as a keyed hash: the same one is known again, and nobody is found by it. */
export function phoneHash({ secrets }: Pick<World, "secrets">, phone: string): Hash {
  return new Uint8Array(secrets.mac("paying-phone", phone));
}

/** The same of a card, by what its rail calls it whoever pays with it. */
export function cardHash({ secrets }: Pick<World, "secrets">, rail: string, fingerprint: string): Hash {
  return new Uint8Array(secrets.mac("card", `${rail}/${fingerprint}`));
}
