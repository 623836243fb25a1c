import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ButtonLink } from "@/components/ui/button";
import { Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import type { Setup } from "@/lib/services/catalog/stores/read";

/** What a new store does first, instead of charts with nothing in them; then what going live takes. */
export function FirstSteps({ setup, words }: { setup: Setup; words: DashboardWords }) {
  const steps = stepsOf(setup, words);
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length)
    return (
      <Section title={words.text("setUp")} aside={words.text("setUpDone")}>
        <div className="flex flex-wrap items-center justify-between gap-4 py-4">
          <p className="text-ink-2">{words.text("goLiveNext")}</p>
          <ButtonLink href="/dashboard/developers/test-mode#go-live">{words.text("goLive")}</ButtonLink>
        </div>
      </Section>
    );
  const next = steps.find((step) => !step.done);
  return (
    <Section
      title={words.text("setUp")}
      aside={words.text("stepsDone", { done: String(done), all: String(steps.length) })}
    >
      <ol>
        {steps.map((step) => (
          <StepRow key={step.title} step={step} isNext={step === next} words={words} />
        ))}
      </ol>
    </Section>
  );
}

/** Money can come in without any server. */
export function WithoutServer({ words }: { words: DashboardWords }) {
  return (
    <Section title={words.text("noServer")}>
      <div className="flex flex-wrap items-center justify-between gap-4 py-4">
        <p className="max-w-[68ch] text-ink-2">{words.text("noServerMeans")}</p>
        <div className="flex flex-wrap gap-2">
          <ButtonLink href="/dashboard/links/new">{words.text("newLink")}</ButtonLink>
          <ButtonLink href="/dashboard/invoices/new">{words.text("newInvoice")}</ButtonLink>
        </div>
      </div>
    </Section>
  );
}

interface Step {
  title: string;
  why: string;
  done: boolean;
  action: { href: string; label: string } | null;
}

function stepsOf(setup: Setup, words: DashboardWords): Step[] {
  return [
    {
      title: words.text("stepPlan"),
      why: words.text("stepPlanWhy"),
      done: setup.products > 0,
      action: { href: "/dashboard/products/new", label: words.text("stepPlan") },
    },
    {
      title: words.text("stepKey"),
      why: words.text("stepKeyWhy"),
      done: setup.hasTestKey,
      action: { href: "/dashboard/developers/keys/new?mode=test", label: words.text("stepKey") },
    },
    {
      title: words.text("stepEndpoint"),
      why: words.text("stepEndpointWhy"),
      done: setup.hasTestEndpoint,
      action: { href: "/dashboard/developers/endpoints/new?mode=test", label: words.text("stepEndpoint") },
    },
    {
      title: words.text("stepTestPage"),
      why: words.text("stepTestPageWhy"),
      done: setup.hasTestSubscription,
      action:
        setup.hasTestKey && setup.testPageUrl
          ? { href: setup.testPageUrl, label: words.text("stepTestPageGo") }
          : null,
    },
    {
      title: words.text("stepEvent"),
      why: words.text("stepEventWhy"),
      done: setup.hasReceivedTestEvent,
      action: { href: "/dashboard/developers/events?mode=test", label: words.text("stepEventGo") },
    },
  ];
}

function StepRow({ step, isNext, words }: { step: Step; isNext: boolean; words: DashboardWords }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-3">
      <div>
        <p className="font-medium">
          {step.title}{" "}
          <StatusMark tone={step.done ? "plain" : "ended"}>
            {words.text(step.done ? "done" : "toDo")}
          </StatusMark>
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
