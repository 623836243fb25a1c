import type { Caller } from "../caller";
import { NotAllowed, type Seller } from "./seller";

/** Links and invoices: everyone who works in the store may change them, whoever may only look may not. */
export function requireChanger(caller: Caller | Seller): void {
  if ("role" in caller && caller.role === "viewer")
    throw new NotAllowed("Your role can look at this but not change it. Nothing was changed.");
}
