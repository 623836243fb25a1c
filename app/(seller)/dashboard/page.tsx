import type { Metadata } from "next";
import { ButtonLink } from "@/components/ui/button";
import { PageHeader, Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { readSetup, type Setup } from "@/lib/services/stores/read-setup";
import { listSubscriptions } from "@/lib/services/subscriptions/list";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "./seller-page";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const seller = await currentSeller();
  const setup = await readSetup(systemWorld(), seller.caller(true));
  const steps = stepsOf(setup);
  const done = steps.filter((step) => step.done).length;
  return (
    <SellerPage seller={seller} section="overview">
      <PageHeader title={`Hello, ${seller.user.name}`} purpose={today(seller)} />
      <Subscribers seller={seller} />
      {done < steps.length ? (
        <Section title="Set up" aside={`${done} of ${steps.length} done`}>
          <ol>
            {steps.map((step) => (
              <StepRow key={step.title} step={step} isNext={step === steps.find((other) => !other.done)} />
            ))}
          </ol>
        </Section>
      ) : (
        <Section title="Set up" aside="All done in test mode">
          <div className="flex flex-wrap items-center justify-between gap-4 py-4">
            <p className="text-ink-2">
              Your server hears about test subscriptions. The next thing is to go live.
            </p>
            <ButtonLink href="/dashboard/developers/test-mode#go-live">What going live takes</ButtonLink>
          </div>
        </Section>
      )}
    </SellerPage>
  );
}

async function Subscribers({ seller }: { seller: CurrentSeller }) {
  const none = { skip: 0, take: 1 };
  const caller = seller.caller(true);
  const [active, inGrace] = await Promise.all([
    listSubscriptions(systemWorld(), caller, { status: "active" }, none),
    listSubscriptions(systemWorld(), caller, { status: "past_due" }, none),
  ]);
  const figures = [
    { label: "Active subscribers", value: active.total, note: "Paid up" },
    {
      label: "In grace period",
      value: inGrace.total,
      note: "Their time ended; they have access for 3 days more",
    },
  ];
  return (
    <dl className="mb-10 grid border-t-2 border-b border-t-ink border-b-rule sm:grid-cols-2">
      {figures.map((figure) => (
        <div
          key={figure.label}
          className="py-4 sm:border-s sm:border-rule sm:px-5 sm:first:border-s-0 sm:first:ps-0"
        >
          <dt className="text-label text-ink-2">{figure.label}</dt>
          <dd>
            <span className="block text-figure font-medium tracking-[-0.02em]">{figure.value}</span>
            <span className="text-label text-ink-2">{figure.note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Step {
  title: string;
  why: string;
  done: boolean;
  action: { href: string; label: string } | null;
}

function stepsOf(setup: Setup): Step[] {
  return [
    {
      title: "Add a plan",
      why: "What people subscribe to: a name, a price and how often it is paid.",
      done: setup.products > 0,
      action: { href: "/dashboard/products/new", label: "Add a plan" },
    },
    {
      title: "Create a test key",
      why: "Your server asks with it who has access. It turns on test mode.",
      done: setup.hasTestKey,
      action: { href: "/dashboard/developers/keys/new?mode=test", label: "Create a test key" },
    },
    {
      title: "Add a test endpoint",
      why: "The address of your server that is told what happens.",
      done: setup.hasTestEndpoint,
      action: { href: "/dashboard/developers/endpoints/new?mode=test", label: "Add a test endpoint" },
    },
    {
      title: "Open the test page and press Payment succeeds",
      why: "It starts a test subscription. No money moves.",
      done: setup.hasTestSubscription,
      action:
        setup.hasTestKey && setup.testPageUrl
          ? { href: setup.testPageUrl, label: "Open the test page" }
          : null,
    },
    {
      title: "Receive the first event",
      why: "Your server answers subscription.activated with a 2xx.",
      done: setup.hasReceivedTestEvent,
      action: { href: "/dashboard/developers/events?mode=test", label: "See test events" },
    },
  ];
}

function StepRow({ step, isNext }: { step: Step; isNext: boolean }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-3">
      <div>
        <p className="font-medium">
          {step.title}{" "}
          <StatusMark tone={step.done ? "ok" : "ended"}>{step.done ? "Done" : "To do"}</StatusMark>
        </p>
        <p className="text-ink-2">{step.why}</p>
      </div>
      {step.action && !step.done ? (
        <ButtonLink look={isNext ? "primary" : "secondary"} href={step.action.href}>
          {step.action.label}
        </ButtonLink>
      ) : null}
    </li>
  );
}

function today(seller: CurrentSeller): string {
  const { timeZone } = seller.store;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "long",
    day: "numeric",
    month: "long",
  });
  return `${format.format(systemWorld().clock.now())}.`;
}
