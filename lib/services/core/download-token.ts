import { base62 } from "@/lib/domain/token";
import { idOfManageToken, isOneOf } from "./manage-token";
import type { World } from "./world";

const macDigits = 22;

/** Whose downloads a link opens: those of one order, or of one subscription in either mode. */
export type DownloadSubject =
  | { kind: "order"; id: number; version: number }
  | { kind: "subscription"; id: string; version: number };

interface LinkedOrder {
  id: number;
  downloadVersion: number;
  paymentStatus: string;
  orderStatus: string;
  items: readonly { delivers: boolean }[];
}

/**
 * The link to what an order delivers by itself. Null while it is not paid, after all of its money went back, and where
 * it delivers nothing. It is a MAC over the order and its version, so nothing that opens it is stored.
 */
export function downloadUrlOf(world: Pick<World, "secrets" | "config">, order: LinkedOrder): string | null {
  const isPaid = order.paymentStatus === "paid" || order.paymentStatus === "partially_refunded";
  if (!isPaid || order.orderStatus === "cancelled" || !order.items.some(({ delivers }) => delivers))
    return null;
  return downloadUrl(world, { kind: "order", id: order.id, version: order.downloadVersion });
}

export function downloadUrl(world: Pick<World, "secrets" | "config">, subject: DownloadSubject): string {
  return `${world.config.siteUrl}/d/${downloadToken(world, subject)}`;
}

export function downloadToken({ secrets }: Pick<World, "secrets">, subject: DownloadSubject): string {
  return tokenOf(subject, secrets.mac(purpose, textOf(subject)));
}

/** Whose a token says it is; `isDownloadToken` says whether that is true, once the version is read. */
export function subjectOfToken(
  token: string,
): { kind: "order"; id: number } | { kind: "subscription"; id: string } | null {
  const order = /^([1-9]\d{0,8})\.[0-9A-Za-z]{22}$/.exec(token);
  if (order) return { kind: "order", id: Number(order[1]) };
  const id = idOfManageToken(token);
  return id === null ? null : { kind: "subscription", id };
}

/** Whether the token is that of this subject. A link of an earlier SECRET_KEY works too. */
export function isDownloadToken(
  world: Pick<World, "secrets">,
  subject: DownloadSubject,
  token: string,
): boolean {
  const macs = world.secrets.macs(purpose, textOf(subject));
  return isOneOf(
    world,
    macs.map((mac) => tokenOf(subject, mac)),
    token,
  );
}

const purpose = "download";

function textOf({ kind, id, version }: DownloadSubject): string {
  return `${kind}/${id}/${version}`;
}

function tokenOf({ id }: DownloadSubject, mac: Uint8Array): string {
  const name = typeof id === "number" ? String(id) : id.slice("sub_".length);
  return `${name}.${base62(mac, macDigits)}`;
}
