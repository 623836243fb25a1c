import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import type { Reading } from "@/app/_lists/list";
import { found } from "@/app/service-name";
import {
  type DashboardKey,
  type DashboardWords,
  dashboardLanguageOf,
  dashboardWords,
} from "@/components/dashboard/messages/words";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/guarded-action";
import { countryName } from "@/lib/domain/languages";
import type { World } from "@/lib/services/core/world";
import type { Operator } from "@/lib/services/desk/operator/operator";
import { readPlan } from "@/lib/services/desk/operator/read-plans";
import { readStoreForOperator } from "@/lib/services/desk/operator/stores";
import { readRail } from "@/lib/services/desk/rails/read-rails";
import { systemWorld } from "@/lib/services/desk/system-world";

// Who reads a page of this area and in which words, where its pages are, and what their addresses name.

export const correctionsPath = "/ops/corrections";
export const plansPath = "/ops/plans";
export const railsPath = "/ops/rails";
export const storesPath = "/ops/stores";
export const tasksPath = "/ops/tasks";
export const reconciliationPath = "/ops/reconciliation";

/** The reader of a page about the whole service. */
export interface AtDesk extends Reading {
  person: Awaited<ReturnType<typeof currentOperator>>;
  operator: Operator;
  world: World;
}

export async function atDesk(): Promise<AtDesk> {
  const person = await currentOperator();
  const world = systemWorld();
  return {
    ...{ person, world, words: operatorWords(person), operator: await operatorCaller() },
    // Stores are in many time zones; the operator reads all in their own.
    ...{ timeZone: zoneOf(person), now: world.clock.now() },
  };
}

/** The texts of this area in the operator's language. */
export function operatorWords(person: { language: string }): DashboardWords {
  return dashboardWords(dashboardLanguageOf(person.language));
}

/** The sentences of whoever is signed in. */
export async function currentOperatorWords(): Promise<DashboardWords> {
  return operatorWords(await currentOperator());
}

/** `generateMetadata` of a page whose title is one sentence. */
export function titledForOperator(key: DashboardKey): () => Promise<Metadata> {
  return async () => ({ title: (await currentOperatorWords()).loose(key, {}) });
}

/** The operator's own zone once it is known, else UTC. */
export function zoneOf({ timeZone }: { timeZone: string | null }): string {
  return timeZone ?? "UTC";
}

/** A country by its name; whatever is no code stays as it is. */
export function countryWord(code: string, words: DashboardWords): string {
  return /^[A-Z]{2}$/.test(code) ? countryName(words.locale, code) : code;
}

export async function findPlan(code: string) {
  return found(readPlan(systemWorld(), await operatorCaller(), code));
}

export async function findRail(id: string) {
  return found(readRail(systemWorld(), await operatorCaller(), id));
}

export const findStore = cache(async (id: string) => {
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
  return found(readStoreForOperator(systemWorld(), await operatorCaller(), Number(id)));
});

/** A number of a row that grows with each; 0 where the text is none. */
export function bigIdOf(text: string): bigint {
  return /^[1-9]\d{0,17}$/.test(text) ? BigInt(text) : 0n;
}
