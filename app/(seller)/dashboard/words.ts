import type { Metadata } from "next";
import type { Reading } from "@/app/_lists/list";
import {
  type DashboardKey,
  type DashboardWords,
  dashboardLanguageOf,
  dashboardWords,
} from "@/components/dashboard/messages/words";
import type { CopyLabels } from "@/components/ui/copy-field";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { Invalid, type NotFound, say } from "@/lib/domain/refusal";
import type { Role } from "@/lib/domain/roles";
import { withoutTurns } from "@/lib/domain/text";
import type { World } from "@/lib/services/core/world";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { problemText } from "@/lib/text/problem";

/** The dashboard's sentences in the language this person reads. */
export function wordsFor(seller: CurrentSeller): DashboardWords {
  return dashboardWords(dashboardLanguageOf(seller.user.language));
}

/** Who reads a page of a store, and what it is written with. */
export interface AtStore extends Reading {
  seller: CurrentSeller;
  world: World;
  /** In live mode; pages of test data ask the seller for the other one. */
  caller: Seller;
}

export function atStore(seller: CurrentSeller): AtStore {
  const world = systemWorld();
  const { timeZone } = seller.store;
  return {
    ...{ seller, world, timeZone, words: wordsFor(seller) },
    ...{ caller: seller.caller(true), now: world.clock.now() },
  };
}

/** `generateMetadata` of a page whose title is one sentence. */
export function titled(key: DashboardKey): () => Promise<Metadata> {
  return async () => ({ title: wordsFor(await currentSeller()).loose(key, {}) });
}

/** `generateMetadata` of a page about one thing: its own name, so that tabs tell such pages apart. */
export function titledBy(nameOf: (seller: CurrentSeller, id: string) => Promise<string>) {
  return async ({ params }: { params: Promise<{ id: string }> }): Promise<Metadata> => {
    const seller = await currentSeller();
    const name = await nameOf(seller, (await params).id);
    return { title: withoutTurns(wordsFor(seller).named(name)) };
  };
}

/** What the button beside a value to take away says. */
export function copyLabels(words: DashboardWords): CopyLabels {
  return { copy: words.text("copy"), copied: words.text("copied") };
}

/** Why a verb refused, in the reader's language. */
export function refusedText(error: Invalid | NotFound, words: DashboardWords): string {
  return problemText(words.lang, error instanceof Invalid ? error.first : say("gone"));
}

/** What a role is called, and what it may do, in words. */
export const roleKeys = {
  owner: { name: "roleOwner", means: "meansOwner" },
  admin: { name: "roleAdmin", means: "meansAdmin" },
  support: { name: "roleSupport", means: "meansSupport" },
  developer: { name: "roleDeveloper", means: "meansDeveloper" },
  viewer: { name: "roleViewer", means: "meansViewer" },
} as const satisfies Record<Role, { name: DashboardKey; means: DashboardKey }>;
