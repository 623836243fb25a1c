import type { ReactNode } from "react";
import { FlashNotice } from "@/app/_forms/flash-notice";
import { signOutAction } from "@/app/(auth)/actions";
import { serviceName } from "@/app/service-name";
import { Button } from "@/components/ui/button";

const sections = {
  overview: { href: "/ops", label: "Overview" },
  stores: { href: "/ops/stores", label: "Stores" },
  tasks: { href: "/ops/tasks", label: "Needs a hand" },
  payouts: { href: "/ops/payouts", label: "Payouts" },
  rails: { href: "/ops/rails", label: "Rails" },
  people: { href: "/ops/people", label: "People" },
  health: { href: "/ops/health", label: "Health" },
  messages: { href: "/ops/messages", label: "Messages" },
  audit: { href: "/ops/audit", label: "Audit log" },
};
export type OperatorSection = keyof typeof sections;

/** The frame of who runs the service. Its header is dark ink, so that nobody takes it for a store. */
export function OperatorPage({
  person,
  section,
  children,
}: {
  person: { name: string; email: string };
  section: OperatorSection;
  children: ReactNode;
}) {
  return (
    <div className="min-h-dvh">
      <a
        href="#content"
        className="sr-only bg-sheet p-3 focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-10"
      >
        Skip to content
      </a>
      <header className="border-b border-rule bg-[#1b1c19] px-4 pt-3 text-[#fbfaf6] nav:px-8">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p>
            <strong className="font-semibold">{serviceName()}</strong> operator
          </p>
          <form action={signOutAction} className="flex items-center gap-3">
            <a
              className="py-1 text-label underline underline-offset-2"
              href="/dashboard/account"
              title={person.email}
            >
              <bdi>{person.name}</bdi>
            </a>
            <Button>Sign out</Button>
          </form>
        </div>
        <nav aria-label="Main" className="mt-1 flex flex-wrap gap-x-5">
          {Object.entries(sections).map(([name, { href, label }]) => (
            <a
              key={name}
              href={href}
              aria-current={name === section ? "page" : undefined}
              className="flex min-h-11 items-center border-b-2 border-transparent outline-offset-[-2px] hover:underline hover:underline-offset-2 aria-[current]:border-[#fbfaf6] aria-[current]:font-semibold sm:min-h-9"
            >
              {label}
            </a>
          ))}
        </nav>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto outline-none max-w-[1180px] px-4 py-6 nav:px-8 nav:py-8"
      >
        <FlashNotice />
        {children}
      </main>
    </div>
  );
}
