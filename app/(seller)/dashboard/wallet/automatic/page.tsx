import { EmptyState } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { done } from "@/lib/auth/sealed-cookie";
import { typedAmount } from "@/lib/domain/money";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type DestinationView, listDestinations } from "@/lib/services/money/out/payouts/read";
import { readSchedule, type ScheduleView, saveSchedule } from "@/lib/services/money/out/payouts/schedule";
import { actPage, inSection } from "../../act-page";
import { accountsPath, walletPath } from "../../paths";
import { wordsFor } from "../../words";
import { weekdayName, writtenHour } from "../parts";

interface Automatic {
  schedule: ScheduleView | null;
  destinations: DestinationView[];
}

const schedule = inSection("wallet", async (seller): Promise<Automatic> => {
  const [schedule, destinations] = await Promise.all([
    readSchedule(systemWorld(), seller.caller(true)),
    listDestinations(systemWorld(), seller.caller(true)),
  ]);
  return { schedule, destinations };
});

/** Payouts by the clock. `saveSchedule` returns problems under the names of the fields. */
const automatic = actPage({
  on: { ...schedule, back: (_, words) => ({ href: walletPath, text: words.text("backToWallet") }) },
  may: "payout.request",
  title: "automatic",
  purpose: ({ words }) => words.text("automaticPurpose"),
  go: ({ row, words }) => words.text(row.schedule?.next ? "automaticChange" : "automaticSave"),
  fields: {
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
      help: ({ words, seller }) =>
        words.text("automaticHourHelp", { zone: seller.store.timeZone.replaceAll("_", " ") }),
      options: () =>
        Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: writtenHour(hour) })),
    },
    destination: {
      kind: "select",
      label: "toWhom",
      options: ({ row }) => row.destinations.map(({ id, label }) => ({ value: String(id), label })),
    },
    minimum: {
      kind: "text",
      inputMode: "decimal",
      label: ({ words, seller }) => words.text("automaticMinimum", { currency: seller.store.currency }),
      help: "automaticMinimumHelp",
    },
    keep: {
      kind: "text",
      inputMode: "decimal",
      label: ({ words, seller }) => words.text("automaticKeep", { currency: seller.store.currency }),
      help: "automaticKeepHelp",
    },
  },
  // What was chosen before; every morning at six where nothing was.
  held: ({ row: { schedule }, words }) => {
    if (!schedule) return { hour: "6" };
    const { currency } = schedule;
    const typed = (minor: bigint) => (minor > 0n ? typedAmount({ minor, currency }, words.lang) : "");
    return {
      weekday: String(schedule.weekday ?? ""),
      hour: String(schedule.hour),
      destination: String(schedule.destinationId),
      minimum: typed(schedule.minMinor),
      keep: typed(schedule.keepMinor),
    };
  },
  proves: true,
  instead: ({ row, words }) =>
    row.destinations.length === 0 ? (
      <EmptyState
        sentence={words.text("addFirst")}
        action={<ButtonLink href={`${accountsPath}/new`}>{words.text("addAnAccount")}</ButtonLink>}
      />
    ) : null,
  run: async (seller, { typed, proof }, world) => {
    const words = wordsFor(seller);
    await saveSchedule(world, seller.caller(true), { ...typed, ...proof, language: words.lang });
    return done(walletPath, words.text("automaticSaved"));
  },
});

export const generateMetadata = automatic.metadata;
export default automatic.page(async (previous, form) => {
  "use server";
  return automatic.send(previous, form);
});
