import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import { railKindWords, railName } from "@/app/(operator)/ops/rails/words";
import { ButtonLink } from "@/components/ui/button";
import { connectable } from "@/lib/services/desk/own-accounts/read";
import { kindOf } from "@/lib/services/desk/rails/read-rails";
import { ownAccountsPath } from "../../../paths";
import { Allowed, SellerPage, sellerPage } from "../../../seller-page";
import { titled } from "../../../words";
import { saveAccountAction } from "../actions";
import { accountSpecs } from "../own";
import { StepList, stepsOf } from "../steps";

export const generateMetadata = titled("ownConnect");

/** First where the account is, then with which keys. */
export default sellerPage("own", async (who, { search }) => {
  const { seller, world, words } = who;
  const rails = connectable(world, seller.store.country);
  const rail = rails.find((one) => one === search.rail) ?? null;
  return (
    <SellerPage
      {...who}
      here={words.text("ownConnect")}
      title={rail ? words.text("ownConnectAt", { rail: railName(rail, words) }) : words.text("ownConnect")}
      purpose={words.text(purposeOf(rail))}
    >
      <Allowed seller={seller} act="rail_account.change" aloud>
        <div className="mb-8">
          <StepList steps={stepsOf(words, rail ? 1 : 0, { rail })} words={words} />
        </div>
        {rail ? (
          <FieldForm
            action={saveAccountAction}
            hidden={{ rail }}
            submit={words.text("ownConnectGo")}
            more={words.text("ownMore")}
            note={<ButtonLink href={`${ownAccountsPath}/new`}>{words.text("ownOther")}</ButtonLink>}
            fields={[...accountSpecs(rail, words), ...proofSpecs(words, seller.user)]}
          />
        ) : (
          <ul className="grid max-w-[60rem] gap-3 sm:grid-cols-2">
            {rails.map((one) => (
              <li key={one}>
                <a
                  href={`${ownAccountsPath}/new?rail=${one}`}
                  className="block h-full rounded-sm border border-rule p-4 hover:border-ink-2 hover:bg-sunk"
                >
                  <span className="font-medium">{railName(one, words)}</span>
                  <span className="mt-1 block text-label text-ink-2">{coversOf(one, words)}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </Allowed>
    </SellerPage>
  );
});

function purposeOf(rail: string | null) {
  if (rail === null) return "ownWhere";
  return rail === "phone" ? "ownConnectPhone" : "ownConnectPurpose";
}

function coversOf(rail: string, words: Parameters<typeof railKindWords>[1]): string {
  const kind = kindOf(rail);
  return kind ? railKindWords(kind, words).covers : words.text("ownPractice");
}
