import type { Mode } from "../../mode";

const folders: Record<string, string> = {
  order: "orders",
  invoice: "invoices",
  payment_link: "links",
  customer: "customers",
  payout: "wallet/payouts",
};

/** The page of what an event is about; null where there is none, as of test data and samples. */
export function pageOf(objectId: string, mode: Mode): string | null {
  if (mode === "test") return objectId.startsWith("sub_") ? "/dashboard/developers/test-mode" : null;
  if (objectId.startsWith("sub_")) return `/dashboard/subscriptions/${encodeURIComponent(objectId)}`;
  const [kind = "", id] = objectId.split("/");
  const folder = folders[kind];
  return folder && id ? `/dashboard/${folder}/${encodeURIComponent(id)}` : null;
}
