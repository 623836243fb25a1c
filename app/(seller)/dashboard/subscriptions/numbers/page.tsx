import { TextLink } from "@/components/dashboard/pieces";
import { EmptyState, Notice, Tabs, Timestamp } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { mayRead } from "@/lib/domain/roles";
import { type Numbers, periods, readNumbers } from "@/lib/services/desk/numbers/read-numbers";
import { numbersPath } from "../../paths";
import { NotShown, SellerPage, sellerPage } from "../../seller-page";
import { titled, type wordsFor } from "../../words";
import { type Chosen, chosenNumbers, numbersAddress, shownOf } from "./chosen";
import { HowCounted, MonthTable, NumbersFigures } from "./figures";

export const generateMetadata = titled("numbers");

export default sellerPage("subscriptions", async (who, { search }) => {
  const { seller, world, words } = who;
  const frame = { seller, section: "subscriptions" as const, here: words.text("numbers") };
  if (!mayRead(seller.role, "money"))
    return (
      <SellerPage {...frame}>
        <NotShown title={words.text("numbers")} words={words} />
      </SellerPage>
    );
  const chosen = chosenNumbers(search);
  const caller = seller.caller(!chosen.isTest);
  const numbers = await readNumbers(world, caller, chosen.months);
  const shown = shownOf(numbers, chosen);
  const liveHref = numbersAddress(numbersPath, { ...chosen, isTest: false });
  const hasAny = shown?.months.some(({ before, after }) => before.count + after.count > 0);
  return (
    <SellerPage
      {...frame}
      test={chosen.isTest ? { liveHref } : null}
      title={words.text("numbers")}
      purpose={words.rich("numbersPurpose", {
        time: <Timestamp at={numbers.asOf} timeZone={numbers.timeZone} locale={words.locale} />,
      })}
      actions={
        <ButtonLink href={numbersAddress(`${numbersPath}/export`, chosen)}>
          {words.text("downloadCsv")}
        </ButtonLink>
      }
    >
      {numbers.isBehind ? (
        <div className="my-4">
          <Notice tone="info" title={words.text("stillCounted")} />
        </div>
      ) : null}
      <Choices {...{ numbers, chosen }} current={shown?.currency ?? ""} words={words} />
      {shown && hasAny ? (
        <>
          <NumbersFigures numbers={shown} words={words} />
          <MonthTable numbers={shown} words={words} />
          <HowCounted words={words} />
        </>
      ) : (
        <EmptyState sentence={words.text("noNumbers")} />
      )}
      {chosen.isTest ? null : (
        <p className="mt-10 text-label text-ink-2">
          <TextLink href={numbersAddress(numbersPath, { ...chosen, isTest: true })}>
            {words.text("testNumbers")}
          </TextLink>
        </p>
      )}
    </SellerPage>
  );
});

/** How many months, and in which currency, where there are several. */
function Choices(props: {
  numbers: Numbers;
  chosen: Chosen;
  current: string;
  words: ReturnType<typeof wordsFor>;
}) {
  const { numbers, chosen, current, words } = props;
  return (
    <>
      <Tabs
        label={words.text("monthsShown")}
        items={periods.map((months) => ({
          href: numbersAddress(numbersPath, { ...chosen, months }),
          label: words.text("lastMonths", { count: String(months) }),
          current: months === chosen.months,
        }))}
      />
      {numbers.currencies.length > 1 ? (
        <Tabs
          label={words.text("currency")}
          items={numbers.currencies.map(({ currency }) => ({
            href: numbersAddress(numbersPath, { ...chosen, currency }),
            label: currency,
            current: currency === current,
          }))}
        />
      ) : null}
    </>
  );
}
