import { FieldForm } from "@/app/_forms/field-form";
import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import { proofSpecs } from "@/app/_forms/proof-specs";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/domain/roles";
import { typedAmount } from "@/lib/domain/typed-amount";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type DestinationView, listDestinations } from "@/lib/services/money/out/payouts/destination";
import { readSchedule, type ScheduleView } from "@/lib/services/money/out/payouts/schedule";
import { onlyReaders } from "../../only-readers";
import { SellerPage } from "../../seller-page";
import { problemTitles, sellerWithWords, titled } from "../../words";
import { saveScheduleAction } from "../actions";
import { accountsPath, walletPath } from "../paths";
import { weekdayName, writtenHour } from "./words";

interface About {
  words: DashboardWords;
  currency: string;
  timeZone: string;
  destinations: DestinationView[];
}

/** The form of automatic payouts. `saveSchedule` returns problems under the same names. */
const automaticFields = {
  weekday: {
    kind: "select",
    label: "automaticDay",
    options: ({ words }) => [
      { value: "", label: words.text("everyDay") },
      ...[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(day, words) })),
    ],
  },
  hour: {
    kind: "select",
    label: "automaticHour",
    help: ({ words, timeZone }) => words.text("automaticHourHelp", { zone: timeZone.replaceAll("_", " ") }),
    options: () =>
      Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: writtenHour(hour) })),
  },
  destination: {
    kind: "select",
    label: "toWhom",
    options: ({ destinations }) => destinations.map(({ id, label }) => ({ value: String(id), label })),
  },
  minimum: {
    kind: "text",
    inputMode: "decimal",
    label: ({ words, currency }) => words.text("automaticMinimum", { currency }),
    help: "automaticMinimumHelp",
  },
  keep: {
    kind: "text",
    inputMode: "decimal",
    label: ({ words, currency }) => words.text("automaticKeep", { currency }),
    help: "automaticKeepHelp",
  },
} satisfies Fields<About>;

/** The form with what was chosen before; every morning at six where nothing was. */
function automaticSpecs(schedule: ScheduleView | null, about: About): FieldSpec[] {
  if (!schedule) return fieldSpecs<About, typeof automaticFields>(automaticFields, about, { hour: "6" });
  const { currency } = schedule;
  const typed = (minor: bigint) => (minor > 0n ? typedAmount({ minor, currency }, about.words.lang) : "");
  return fieldSpecs<About, typeof automaticFields>(automaticFields, about, {
    weekday: String(schedule.weekday ?? ""),
    hour: String(schedule.hour),
    destination: String(schedule.destinationId),
    minimum: typed(schedule.minMinor),
    keep: typed(schedule.keepMinor),
  });
}

export const generateMetadata = titled("automatic");

export default onlyReaders("wallet", AutomaticPayoutsPage);

async function AutomaticPayoutsPage() {
  const { seller, words } = await sellerWithWords();
  const { currency, timeZone } = seller.store;
  const [schedule, destinations] = await Promise.all([
    readSchedule(systemWorld(), seller.caller(true)),
    listDestinations(systemWorld(), seller.caller(true)),
  ]);
  const back = <ButtonLink href={walletPath}>{words.text("backToWallet")}</ButtonLink>;
  return (
    <SellerPage seller={seller} section="wallet" here={words.text("automatic")}>
      <PageHeader title={words.text("automatic")} purpose={words.text("automaticPurpose")} />
      {!may(seller.role, "payout.request") ? (
        <Notice tone="info" title={words.text("automaticOnlyOwner")}>
          {back}
        </Notice>
      ) : destinations.length === 0 ? (
        <EmptyState
          sentence={words.text("addFirst")}
          action={<ButtonLink href={`${accountsPath}/new`}>{words.text("addAnAccount")}</ButtonLink>}
        />
      ) : (
        <FieldForm
          action={saveScheduleAction}
          submit={words.text(schedule?.next ? "automaticChange" : "automaticSave")}
          titles={problemTitles(words)}
          note={back}
          fields={[
            ...automaticSpecs(schedule, { words, currency, timeZone, destinations }),
            ...proofSpecs(words, seller.user),
          ]}
        />
      )}
    </SellerPage>
  );
}
