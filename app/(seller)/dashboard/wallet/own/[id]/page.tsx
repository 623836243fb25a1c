import { FieldForm } from "@/app/_forms/field-form";
import { RailSteps } from "@/app/(operator)/ops/rails/rail-steps";
import { ActionForm } from "@/components/dashboard/action-form";
import { facts } from "@/components/dashboard/pieces";
import { Facts, Notice, Section, StatusMark } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { balanceOf } from "@/lib/services/desk/own-accounts/read";
import { kindOf } from "@/lib/services/desk/rails/read-rails";
import { readPhone } from "@/lib/services/money/phone/read";
import { taskAbout } from "@/lib/services/money/tasks/list";
import { problemText } from "@/lib/text/problem";
import { ownAccountPath } from "../../../paths";
import { Allowed, SellerPage, sellerPage } from "../../../seller-page";
import { taskWords } from "../../../tasks/task-words";
import { titled } from "../../../words";
import { checkAccountAction, setWaysAction } from "../actions";
import { AtTheTill } from "../at-the-till";
import { accountKind, accountTones, amounts, comparedText, ownAccount, thereText } from "../own";
import { PhoneSection } from "../phone";
import { Steps } from "../steps";

export const generateMetadata = titled("ownAccounts");

/** One account: whether payers can pay into it, what came, which ways it takes, and what its rail has to know. */
export default sellerPage("own", async (who, { id, search }) => {
  const { seller, world, caller, words } = who;
  const account = await ownAccount.find(seller, id, search);
  const { key, rail, state, problem, ways } = account;
  const balance = await balanceOf(world, caller, account);
  const task = await taskAbout(world, caller, `${key}/needs_operator/`);
  const waits = task && taskWords(task, words);
  const kind = kindOf(rail);
  const phone = await readPhone(world, caller, key);
  const path = ownAccountPath(key);
  const { country, currency } = seller.store;
  const methods = (["mobile_money", "card"] as const).filter(
    (one) => kind?.routing[`charge/${one}`] !== null,
  );
  return (
    <SellerPage
      {...who}
      here={account.label}
      title={<bdi>{account.label}</bdi>}
      purpose={
        <>
          {accountKind(account, words)}{" "}
          <StatusMark tone={accountTones[state]} word={words.text(`rail_${state}`)} />
        </>
      }
      actions={
        phone ? null : (
          <Allowed seller={seller} act="rail_account.change">
            <ActionForm to={{ action: checkAccountAction, fields: { id: key } }}>
              <Button look="primary">{words.text("checkConnection")}</Button>
            </ActionForm>
          </Allowed>
        )
      }
    >
      <div className="mb-6 grid gap-4 empty:hidden">
        {problem ? (
          <Notice tone="bad" title={words.text("ownNotOpen")}>
            {problemText(words.lang, problem)}
          </Notice>
        ) : null}
        {waits ? (
          <Notice tone="warn" title={waits.title}>
            {waits.what}
          </Notice>
        ) : null}
      </div>
      <Allowed seller={seller} act="rail_account.change">
        <Steps {...{ who, account, phone }} />
      </Allowed>
      <div className="grid gap-x-12 gap-y-8 xl:grid-cols-2">
        <div className="min-w-0">
          <Section title={words.text("ownWithYou")}>
            <Facts
              items={facts(words, {
                ownCame: amounts(account.came, words),
                ownAtRail: balance?.length ? thereText(balance, who) : null,
                ownCompared: account.compared && comparedText(account.compared, who),
              })}
            />
          </Section>
          {phone ? <PhoneSection {...{ who, id: key, phone, address: account.callbackUrl }} /> : null}
          {account.till ? <AtTheTill {...{ who, account }} till={account.till} /> : null}
          <Allowed seller={seller} act="rail_account.change">
            <Section title={words.text("ownWays")}>
              <div className="pt-4">
                <FieldForm
                  action={setWaysAction}
                  hidden={{ id: key }}
                  submit={words.text("save")}
                  look="secondary"
                  fields={[
                    {
                      ...{ kind: "boxes", name: "ways", label: words.text("ownWaysHere"), value: ways },
                      options: methods.map((method) => ({
                        value: `${method}/${country}/${currency}`,
                        label: words.text(`method_${method}`),
                      })),
                    },
                  ]}
                />
              </div>
            </Section>
            <div className="mt-8 flex flex-wrap gap-3">
              <ButtonLink href={`${path}/change`}>{words.text("ownChange")}</ButtonLink>
              <ButtonLink href={`${path}/switch`}>
                {words.text(state === "on" ? "switchItOff" : "switchItOn")}
              </ButtonLink>
              {state === "on" ? null : (
                <ButtonLink href={`${path}/remove`}>{words.text("removeIt")}</ButtonLink>
              )}
            </div>
          </Allowed>
        </div>
        {kind ? (
          <div className="min-w-0">
            <Section
              title={phone ? words.text("phoneOnIt") : words.text("inItsDashboard", { rail: kind.name })}
            >
              <RailSteps view={{ kind, callbackUrl: phone ? null : account.callbackUrl }} words={words} />
            </Section>
          </div>
        ) : null}
      </div>
    </SellerPage>
  );
});
