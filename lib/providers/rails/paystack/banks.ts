import { z } from "zod";
import type { Client } from "../wire/client";
import { bankTypeOf } from "./networks";
import { envelopeOf } from "./statuses";

export async function banks(client: Client, country: string): Promise<{ code: string; name: string }[]> {
  const kind = bankTypeOf(country);
  if (!kind) return [];
  const path = `/bank?${new URLSearchParams({ currency: kind.currency, type: kind.type })}`;
  const said = envelopeOf(client, "GET /bank", await client.call({ method: "GET", path }));
  const found = banksShape.safeParse(said?.status ? said.data : null);
  if (!found.success) throw new Error("The banks of Paystack could not be read.");
  return found.data.map(({ code, name }) => ({ code, name }));
}

const banksShape = z.array(z.object({ code: z.string(), name: z.string() }));

/** The countries in which Paystack returns the account holder's name. */
const told = ["NG", "GH"];

export async function resolveAccount(
  client: Client,
  { country, bankCode, accountNumber }: { country: string; bankCode: string; accountNumber: string },
): Promise<{ name: string | null } | null> {
  if (!told.includes(country)) return { name: null };
  const path = `/bank/resolve?${new URLSearchParams({ account_number: accountNumber, bank_code: bankCode })}`;
  const said = envelopeOf(client, "GET /bank/resolve", await client.call({ method: "GET", path }));
  if (said && !said.status && /could not resolve|invalid account/i.test(said.message)) return null;
  const found = holderShape.safeParse(said?.status ? said.data : null);
  return { name: found.success ? found.data.account_name.trim() || null : null };
}

const holderShape = z.object({ account_name: z.string().max(200) });
