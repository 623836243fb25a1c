import type { ReactNode } from "react";
import { signOutAction } from "@/app/(auth)/actions";
import { serviceName } from "@/app/service-name";
import { Button } from "@/components/ui/button";

/** The frame of who runs the service. Its header is dark ink, so that nobody takes it for a store. */
export function OperatorPage({
  person,
  children,
}: {
  person: { name: string; email: string };
  children: ReactNode;
}) {
  return (
    <div className="min-h-dvh">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule bg-[#1b1c19] px-4 py-3 text-[#fbfaf6] nav:px-8">
        <p>
          <strong className="font-semibold">{serviceName()}</strong> operator
        </p>
        <nav aria-label="Main">
          <a className="underline underline-offset-2" href="/ops/messages" aria-current="page">
            Messages
          </a>
        </nav>
        <form action={signOutAction} className="flex items-center gap-3">
          <span className="text-label" title={person.email}>
            <bdi>{person.name}</bdi>
          </span>
          <Button>Sign out</Button>
        </form>
      </header>
      <main id="content" className="mx-auto max-w-[1180px] px-4 py-6 nav:px-8 nav:py-8">
        {children}
      </main>
    </div>
  );
}
