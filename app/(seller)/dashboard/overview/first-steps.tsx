import type { DashboardWords, PlainKey } from "@/components/dashboard/messages/words";
import { Press } from "@/components/dashboard/pieces";
import { Disclosure, StatusMark } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { may, mayRead, type Role } from "@/lib/domain/roles";
import type { Setup } from "@/lib/services/catalog/stores/read";
import { ownAccountsPath } from "../paths";
import type { AtStore } from "../words";
import { markSetupAction } from "./actions";

/** What a shop does first, and below it what its programmer does: folded, since the next step stands above. It stays until done or put away. */
export function FirstSteps({ setup, who }: { setup: Setup; who: AtStore }) {
  const { words, seller } = who;
  const steps = shopSteps(setup, seller.role, words);
  const done = String(steps.filter((step) => step.done).length);
  if (!hasFirstSteps(setup)) return null;
  return (
    <div className="mt-10">
      <Disclosure summary={words.text("allSteps", { done, all: String(steps.length) })}>
        <ol className="border-t border-rule">
          {steps.map((step) => (
            <StepRow key={step.title} step={step} words={words} />
          ))}
        </ol>
        <div className="flex flex-wrap items-start justify-between gap-x-6">
          {mayRead(seller.role, "developers") ? (
            <Disclosure summary={words.text("forProgrammers")}>
              <ProgrammerSteps setup={setup} words={words} />
            </Disclosure>
          ) : null}
          {may(seller.role, "store.settings") ? (
            <MarkButton mark="away" label={words.text("putAway")} />
          ) : null}
        </div>
      </Disclosure>
    </div>
  );
}

/** Whether the list is still of use. */
function hasFirstSteps({ shop, isPutAway }: Setup): boolean {
  return !isPutAway && Object.values(shop).includes(false);
}

/** The first one that is not done; null where all are, or the list was put away. */
export function nextStepOf(setup: Setup, { seller, words }: AtStore): Step | null {
  if (!hasFirstSteps(setup)) return null;
  return shopSteps(setup, seller.role, words).find(({ done, action }) => !done && action) ?? null;
}

/** The largest thing of a new store's page. */
export function NextStep({ step, words }: { step: Step; words: DashboardWords }) {
  return (
    <section className="grid justify-items-start gap-3 border-t-2 border-ink py-6">
      <p className="text-label text-ink-2">{words.text("nextStep")}</p>
      <h2 className="text-figure font-semibold tracking-[-0.02em]">{step.title}</h2>
      <p className="max-w-[52ch] text-ink-2">{step.why}</p>
      {step.action ? (
        <div className="flex flex-wrap gap-2 pt-1">
          <ButtonLink look="primary" className="px-5 text-touch" href={step.action.href}>
            {step.action.label}
          </ButtonLink>
          {step.mark ? <MarkButton mark={step.mark} label={words.text("stepShared")} /> : null}
        </div>
      ) : null}
    </section>
  );
}

function ProgrammerSteps({ setup, words }: { setup: Setup; words: DashboardWords }) {
  const steps = programmerSteps(setup, words);
  return (
    <>
      <p className="max-w-[68ch] text-ink-2">
        {words.text("forProgrammersMeans")}{" "}
        <a className="text-ink underline underline-offset-2" href="/docs">
          {words.text("docs")}
        </a>
      </p>
      <ol>
        {steps.map((step) => (
          <StepRow key={step.title} step={step} words={words} />
        ))}
      </ol>
      {steps.every((step) => step.done) ? (
        <p className="py-3">
          <ButtonLink href="/dashboard/developers/test-mode#go-live">{words.text("goLive")}</ButtonLink>
        </p>
      ) : null}
    </>
  );
}

function MarkButton({ mark, label }: { mark: "shared" | "away"; label: string }) {
  return (
    <Press action={markSetupAction} fields={{ mark }} look="quiet">
      {label}
    </Press>
  );
}

export interface Step {
  title: string;
  why: string;
  done: boolean;
  action: { href: string; label: string } | null;
  /** Only the seller knows whether it is done. */
  mark?: "shared" | undefined;
}

function shopSteps(
  { shop, wallets, newestLink, testPageUrl }: Setup,
  role: Role,
  words: DashboardWords,
): Step[] {
  const page = newestLink ? `/pay/${newestLink.token}` : testPageUrl;
  const share = newestLink ? `/dashboard/links/${newestLink.id}` : "/dashboard/products";
  const step = (name: ShopStep, done: boolean, href: string | null): Step => ({
    title: words.text(name),
    why: words.text(`${name}Why`),
    done,
    action: href === null ? null : { href, label: words.text(`${name}Go`) },
  });
  const connect = step("stepConnect", shop.connected, `${ownAccountsPath}/new`);
  return [
    ...(wallets ? [] : [connect]),
    step("stepOffer", shop.offer, "/dashboard/links/new"),
    step("stepTry", shop.tried, page),
    step("stepFace", shop.face, "/dashboard/settings/look"),
    { ...step("stepShare", shop.shared, shop.offer ? share : null), mark: shop.offer ? "shared" : undefined },
    ...(wallets ? [step("stepVerify", shop.verified, "/dashboard/settings/verification")] : []),
    ...(wallets && mayRead(role, "money")
      ? [step("stepPayout", shop.payoutAccount, "/dashboard/wallet/accounts/new")]
      : []),
  ];
}

type ShopStep =
  | "stepConnect"
  | "stepFace"
  | "stepOffer"
  | "stepTry"
  | "stepShare"
  | "stepVerify"
  | "stepPayout";

function programmerSteps(setup: Setup, words: DashboardWords): Step[] {
  const step = (name: ProgrammerStep, done: boolean, href: string | null, go: PlainKey = name): Step => ({
    title: words.text(name),
    why: words.text(`${name}Why`),
    done,
    action: href === null ? null : { href, label: words.loose(go, {}) },
  });
  const testPage = setup.hasTestKey ? setup.testPageUrl : null;
  return [
    step("stepPlan", setup.products > 0, "/dashboard/products/new?kind=subscription"),
    step("stepKey", setup.hasTestKey, "/dashboard/developers/keys/new?mode=test"),
    step("stepEndpoint", setup.hasTestEndpoint, "/dashboard/developers/endpoints/new?mode=test"),
    step("stepTestPage", setup.hasTestSubscription, testPage || null, "stepTestPageGo"),
    step("stepEvent", setup.hasReceivedTestEvent, "/dashboard/developers/events?mode=test", "stepEventGo"),
  ];
}

type ProgrammerStep = "stepPlan" | "stepKey" | "stepEndpoint" | "stepTestPage" | "stepEvent";

function StepRow({ step, words }: { step: Step; words: DashboardWords }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-3">
      <div>
        <p className="font-medium">
          {step.title}{" "}
          <StatusMark tone={step.done ? "plain" : "ended"} word={words.text(step.done ? "done" : "toDo")} />
        </p>
        <p className="text-ink-2">{step.why}</p>
      </div>
      {step.action && !step.done ? (
        <div className="flex flex-wrap gap-2">
          {step.mark ? <MarkButton mark={step.mark} label={words.text("stepShared")} /> : null}
          <ButtonLink href={step.action.href}>{step.action.label}</ButtonLink>
        </div>
      ) : null}
    </li>
  );
}
