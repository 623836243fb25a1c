import type { Held } from "../port";
import { type About, resultAddresses } from "./addresses";
import type { Daraja } from "./daraja";

const statusPath = "/mpesa/transactionstatus/v1/query";
const balancePath = "/mpesa/accountbalance/v1/query";

/** Daraja answers at our address, or not at all. */
export async function askStatus(
  daraja: Daraja,
  about: About,
  id: string,
  which: { OriginalConversationID: string } | { TransactionID: string },
): Promise<void> {
  if (!daraja.config.initiator) return;
  const said = await daraja.post(statusPath, {
    ...initiatorOf(daraja, "Initiator"),
    ...{ CommandID: "TransactionStatusQuery", ...which },
    ...{ PartyA: daraja.config.shortCode, IdentifierType: "4", Remarks: "Status", Occasion: "Status" },
    ...resultAddresses(daraja.config, about, id),
  });
  if (said.kind === "refused") daraja.anomaly("refused", `a question refused with ${said.code}`);
}

/** A balance is told this long before another one is asked for. */
const balanceMs = 10 * 60 * 1000;

/**
 * The account that payouts leave from, as it was last told; throws until it was. Daraja answers a question about it within
 * minutes, at our address.
 */
export async function balance(daraja: Daraja): Promise<Held[]> {
  const { balance: told, mayAsk } = daraja.memory;
  const isFresh = told !== null && daraja.now().getTime() - told.atMs < balanceMs;
  if (isFresh) return [{ minor: told.minor, currency: "KES", at: new Date(told.atMs) }];
  if (mayAsk("balance")) await askBalance(daraja);
  throw new Error("M-PESA has not told the balance yet.");
}

async function askBalance(daraja: Daraja): Promise<void> {
  const said = await daraja.post(balancePath, {
    ...initiatorOf(daraja, "Initiator"),
    ...{ CommandID: "AccountBalance", PartyA: daraja.config.shortCode, IdentifierType: "4" },
    ...{ Remarks: "Balance", ...resultAddresses(daraja.config, "balance", "") },
  });
  if (said.kind === "refused") daraja.anomaly("refused", `a balance refused with ${said.code}`);
}

/** Most requests call it Initiator, payouts InitiatorName. */
export function initiatorOf({ config }: Daraja, name: "Initiator" | "InitiatorName") {
  return { [name]: config.initiator?.name, SecurityCredential: config.initiator?.credential };
}
