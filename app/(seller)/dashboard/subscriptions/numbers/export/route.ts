import { streamed } from "@/app/_lists/csv";
import { currentSeller } from "@/lib/auth/current-seller";
import { monthly, share, toMajor } from "@/lib/domain/money";
import { mayRead } from "@/lib/domain/roles";
import { csvPieces } from "@/lib/services/core/csv/records";
import type { Worth } from "@/lib/services/desk/numbers/figures";
import { type CurrencyNumbers, type Numbers, readNumbers } from "@/lib/services/desk/numbers/read-numbers";
import { systemWorld } from "@/lib/services/desk/system-world";
import { chosenNumbers } from "../chosen";

/** One figure a line, so that any spreadsheet can turn it as it likes. Names are the same in every language. */
const csvHead = ["currency", "part", "of", "figure", "count", "amount"];

type Line = (string | number)[];

function csvLines({ currencies }: Numbers): Line[] {
  return currencies.flatMap((one) => [
    ...nowLines(one),
    ...monthLines(one),
    ...cohortLines(one),
    ...forecastLines(one),
  ]);
}

function worthLine(currency: string, [part, of, figure]: [string, string, string], worth: Worth): Line {
  return [currency, part, of, figure, worth.count, toMajor({ minor: monthly(worth.yearlyMinor), currency })];
}

function nowLines({ currency, now, inGrace }: CurrencyNumbers): Line[] {
  return [
    worthLine(currency, ["now", "", "paying"], now),
    worthLine(currency, ["now", "", "in_grace"], inGrace),
  ];
}

function monthLines({ currency, months }: CurrencyNumbers): Line[] {
  return months.flatMap(({ month, before, began, wonBack, raised, lowered, lost, after, renewed }) => {
    const line = (figure: string, worth: Worth) => worthLine(currency, ["month", month, figure], worth);
    const lostShares = [share(lost.count, before.count), share(lost.yearlyMinor, before.yearlyMinor)];
    const [byCount, byValue] = lostShares.map((tenths) => (tenths === null ? "" : tenths / 10));
    return [
      line("at_start", before),
      ...[line("new", began), line("won_back", wonBack), line("raised", raised), line("lowered", lowered)],
      ...[line("lost", lost), line("at_end", after)],
      [currency, "month", month, "renewed", renewed, ""],
      [currency, "month", month, "churn_percent", byCount ?? "", byValue ?? ""],
    ];
  });
}

function cohortLines({ currency, cohorts }: CurrencyNumbers): Line[] {
  return cohorts.flatMap(({ month, size, stayed }) =>
    [size, ...stayed].map((count, months) => [
      currency,
      "cohort",
      month,
      `after_${months}_months`,
      count,
      "",
    ]),
  );
}

function forecastLines({ currency, forecast }: CurrencyNumbers): Line[] {
  const money = (minor: bigint) => toMajor({ minor, currency });
  return forecast.days.flatMap(({ day, due, paidAhead }) => [
    [currency, "forecast", day, "due", due.count, money(due.minor)],
    [currency, "forecast", day, "paid_ahead", paidAhead.count, money(paidAhead.minor)],
  ]);
}

export const dynamic = "force-dynamic";

/** All figures of the page as a file: every currency, and every month of each cohort. */
export async function GET(request: Request): Promise<Response> {
  const seller = await currentSeller();
  if (!mayRead(seller.role, "money")) return new Response(null, { status: 403 });
  const chosen = chosenNumbers(Object.fromEntries(new URL(request.url).searchParams));
  const numbers = await readNumbers(systemWorld(), seller.caller(!chosen.isTest), chosen.months);
  async function* lines() {
    yield csvLines(numbers);
  }
  const mode = chosen.isTest ? "-test" : "";
  return streamed(csvPieces(csvHead, lines()), `numbers-${seller.store.slug}${mode}.csv`);
}
