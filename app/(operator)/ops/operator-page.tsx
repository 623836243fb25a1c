import { headers } from "next/headers";
import type { ReactNode } from "react";
import { FlashNotice } from "@/app/_forms/flash-notice";
import { signOutAction } from "@/app/(auth)/actions";
import { chooseLanguageAction } from "@/app/(seller)/dashboard/language-action";
import { serviceName } from "@/app/service-name";
import {
  type DashboardKey,
  type DashboardWords,
  dashboardLanguages,
} from "@/components/dashboard/messages/words";
import { Button } from "@/components/ui/button";
import { operatorWords } from "./words";

const sections = {
  overview: { href: "/ops", key: "overview" },
  stores: { href: "/ops/stores", key: "opsStores" },
  tasks: { href: "/ops/tasks", key: "opsTasks" },
  payouts: { href: "/ops/payouts", key: "opsPayouts" },
  rails: { href: "/ops/rails", key: "opsRails" },
  people: { href: "/ops/people", key: "opsPeople" },
  health: { href: "/ops/health", key: "opsHealth" },
  messages: { href: "/ops/messages", key: "messages" },
  audit: { href: "/ops/audit", key: "opsAudit" },
} as const satisfies Record<string, { href: string; key: DashboardKey }>;
export type OperatorSection = keyof typeof sections;

/** The frame of who runs the service. Its header is dark ink, so that nobody takes it for a store. */
export async function OperatorPage({
  person,
  section,
  children,
}: {
  person: { name: string; email: string; language: string };
  section: OperatorSection;
  children: ReactNode;
}) {
  const words = operatorWords(person);
  return (
    <div lang={words.lang} className="min-h-dvh">
      <a
        href="#content"
        className="sr-only bg-sheet p-3 focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-10"
      >
        {words.text("skip")}
      </a>
      <header className="border-b border-rule bg-[#1b1c19] px-4 pt-3 text-[#fbfaf6] nav:px-8">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p>
            <strong className="font-semibold">{serviceName()}</strong> {words.text("operator")}
          </p>
          <Languages words={words} back={(await headers()).get("x-pathname") ?? ""} />
          <form action={signOutAction} className="flex items-center gap-3">
            <a
              className="py-1 text-label underline underline-offset-2"
              href="/dashboard/account"
              title={person.email}
            >
              <bdi>{person.name}</bdi>
            </a>
            <Button>{words.text("signOut")}</Button>
          </form>
        </div>
        <nav aria-label={words.text("main")} className="mt-1 flex flex-wrap gap-x-5">
          {Object.entries(sections).map(([name, { href, key }]) => (
            <a
              key={name}
              href={href}
              aria-current={name === section ? "page" : undefined}
              className="flex min-h-11 items-center border-b-2 border-transparent outline-offset-[-2px] hover:underline hover:underline-offset-2 aria-[current]:border-[#fbfaf6] aria-[current]:font-semibold sm:min-h-9"
            >
              {words.text(key)}
            </a>
          ))}
        </nav>
      </header>
      <main
        id="content"
        lang={words.lang}
        tabIndex={-1}
        className="mx-auto outline-none max-w-[1180px] px-4 py-6 nav:px-8 nav:py-8"
      >
        <FlashNotice />
        {children}
      </main>
    </div>
  );
}

/** A button a language, in its own name; the one that is read now is words only. */
function Languages({ words, back }: { words: DashboardWords; back: string }) {
  return (
    <form action={chooseLanguageAction} className="flex items-center gap-x-3 text-label sm:ms-auto">
      <span className="sr-only">{words.text("language")}</span>
      <input type="hidden" name="back" value={back} />
      {Object.entries(dashboardLanguages).map(([code, name]) =>
        code === words.lang ? (
          <span key={code} className="font-medium">
            {name}
          </span>
        ) : (
          <button
            type="submit"
            key={code}
            name="language"
            value={code}
            lang={code}
            className="min-h-11 underline underline-offset-2 sm:min-h-8"
          >
            {name}
          </button>
        ),
      )}
    </form>
  );
}
