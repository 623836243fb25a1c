import { timingSafeEqual } from "node:crypto";
import { cookies } from "next/headers";
import { systemWorld } from "@/lib/services/desk/system-world";
import { serverCookie } from "./sealed-cookie";

/** A till or a family's phone has several users; the least recent one is forgotten first. */
const peopleMax = 8;
const maxAge = 400 * 24 * 60 * 60;

type Person = { userId: number; sessionVersion: number };

/** Whether this browser has signed this person in since they last signed out everywhere. */
export async function knowsPerson(person: Person): Promise<boolean> {
  const mark = Buffer.from(markOf(person));
  return (await marks()).some((one) => {
    const given = Buffer.from(one);
    return given.length === mark.length && timingSafeEqual(given, mark);
  });
}

/** Stores a mark that only this server can read and that gives no access. */
export async function rememberPerson(person: Person): Promise<void> {
  const mine = markOf(person);
  const kept = [mine, ...(await marks()).filter((one) => one !== mine)].slice(0, peopleMax);
  const { name, options } = serverCookie("known");
  (await cookies()).set(name, kept.join("."), { ...options, maxAge });
}

async function marks(): Promise<string[]> {
  const value = (await cookies()).get(serverCookie("known").name)?.value ?? "";
  return value.split(".").filter(Boolean);
}

function markOf({ userId, sessionVersion }: Person): string {
  const mark = systemWorld().secrets.mac("known-device", `${userId}/${sessionVersion}`);
  return Buffer.from(mark).toString("base64url");
}
