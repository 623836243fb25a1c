import { composeToken } from "@/lib/domain/token";
import { screenUse } from "@/lib/domain/ussd-screens";
import type { World } from "@/lib/services/core/world";
import { readHandset } from "../checkout/pages/play-sandbox";
import { activeUssd, readUssd, type UssdSetting, ussdPath } from "./settings";

/** How long networks leave a session open. */
export const sessionSeconds = 120;

/** A session as the simulated phone holds it between two screens. */
export interface PlayedSession {
  id: string;
  /** All that was entered so far, joined by stars. */
  text: string;
  startedAt: number;
}

export interface PlayedScreen {
  session: PlayedSession;
  text: string;
  end: boolean;
  use: { used: number; max: number };
  seconds: number;
}

/** The phone, and what is dialled on it; null where there is no sandbox, or nobody answers. */
export async function readDialler(
  world: World,
  digits: string,
): Promise<{ phone: string; dial: string } | null> {
  const handset = await readHandset(world, digits);
  const active = handset && (await answering(world));
  return active && { phone: handset.phone, dial: active.dial };
}

/** Dials, or goes on in a session: posted to our own address, as a provider does. Null: nothing answers at that number. */
export async function playSession(
  world: World,
  digits: string,
  entry: { dialled: string } | { session: PlayedSession; reply: string },
): Promise<PlayedScreen | null> {
  const setting = (await readHandset(world, digits)) && (await answering(world));
  if (!setting) return null;
  const now = world.clock.now().getTime();
  const session =
    "session" in entry ? gone(entry.session, entry.reply) : begun(world, setting, entry.dialled, now);
  if (!session) return null;
  const answer = await post(world, ussdPath(setting), {
    ...{ sessionId: session.id, phoneNumber: `+${digits}`, networkCode: "99999", serviceCode: setting.dial },
    text: session.text,
  });
  const [, kind, text = ""] = /^(CON|END) ([\s\S]*)$/.exec(answer) ?? [];
  if (!kind) return null;
  const seconds = Math.max(0, Math.round((now - session.startedAt) / 1000));
  return { session, text, end: kind === "END", use: screenUse(text), seconds };
}

/** Hangs up: the provider tells of the end. */
export async function hangUp(world: World, digits: string, sessionId: string): Promise<void> {
  const setting = (await readHandset(world, digits)) && (await answering(world));
  if (setting) await post(world, `${ussdPath(setting)}/ended`, { sessionId, status: "Success" });
}

/** The sandbox's own, for it knows no provider's secrets. */
async function answering(world: World): Promise<UssdSetting | null> {
  const active = await activeUssd(world);
  return active?.provider === "sandbox" ? active : readUssd(world, "sandbox");
}

/** What stands behind the service's own code, as a provider hands it on; null for another number. */
function begun(
  world: World,
  { dial }: UssdSetting,
  dialled: string,
  startedAt: number,
): PlayedSession | null {
  const typed = dialled.replace(/\s/g, "");
  const base = dial.replace(/#$/, "");
  if (!typed.endsWith("#") || !(typed === dial || typed.startsWith(`${base}*`))) return null;
  const id = `sandbox-${composeToken(world.random.bytes(24))}`;
  return { id, text: typed.slice(base.length + 1, -1), startedAt };
}

function gone({ id, text, startedAt }: PlayedSession, reply: string): PlayedSession {
  return { id, text: text === "" ? reply : `${text}*${reply}`, startedAt };
}

const patienceMs = 10_000;

async function post(world: World, path: string, fields: Record<string, string>): Promise<string> {
  const url = `${world.config.ownUrl ?? world.config.siteUrl}${path}`;
  const signal = AbortSignal.timeout(patienceMs);
  const body = new URLSearchParams(fields);
  const answer = await fetch(url, { method: "POST", body, signal, redirect: "error" });
  return answer.text();
}
