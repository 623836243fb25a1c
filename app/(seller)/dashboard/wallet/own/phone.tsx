import { FieldForm } from "@/app/_forms/field-form";
import { facts, Press, TextLink } from "@/components/dashboard/pieces";
import { Facts, Notice, Section, StatusMark, type StatusTone, Timestamp } from "@/components/ui/blocks";
import { CopyField } from "@/components/ui/copy-field";
import { formatMoney } from "@/lib/domain/money";
import { may } from "@/lib/domain/roles";
import type { PhoneView } from "@/lib/services/money/phone/read";
import { ownAccountPath } from "../../paths";
import { Allowed } from "../../seller-page";
import { type AtStore, copyLabels } from "../../words";
import { answerGapAction, startChainAction } from "./phone-actions";

const tones: Record<PhoneView["state"], StatusTone> = {
  new: "warn",
  fits: "ok",
  gap: "warn",
  stopped: "bad",
};

/** A phone of the seller's: whether its messages fit, what is missing between them, and its balance where somebody has to type it. */
export function PhoneSection({ who, id, phone }: { who: AtStore; id: string; phone: PhoneView }) {
  const { words, seller } = who;
  const { state, balance, heardAt, battery, today, secret, playPath, pairSvg } = phone;
  const { timeZone } = seller.store;
  const asksBalance = state === "new" || state === "stopped";
  return (
    <Section title={words.text("phoneSection")}>
      <Facts
        items={facts(words, {
          phoneState: <StatusMark tone={tones[state]} word={words.text(`phone_${state}`)} wraps />,
          balance: balance && formatMoney(balance, words.lang),
          phoneToday: words.text("phoneTodayText", {
            came: formatMoney(today.came, words.lang),
            left: formatMoney(today.left, words.lang),
          }),
          phoneHeard: heardAt ? (
            <Timestamp at={heardAt} timeZone={timeZone} locale={words.locale} now={who.world.clock.now()} />
          ) : (
            words.text("phoneNever")
          ),
          phoneBattery: battery === null ? null : `${battery} %`,
          phoneSenders: phone.senders.join(", "),
        })}
      />
      {playPath ? (
        <p className="pt-3">
          {words.text("phonePlayText")} <TextLink href={playPath}>{words.text("phonePlay")}</TextLink>
        </p>
      ) : null}
      {pairSvg ? (
        <div className="flex flex-wrap items-start gap-4 pt-4">
          <img
            alt={words.text("phonePair")}
            src={`data:image/svg+xml;base64,${Buffer.from(pairSvg).toString("base64")}`}
            width={180}
            height={180}
            className="border border-rule"
          />
          <div className="max-w-[22rem]">
            <p className="font-medium">{words.text("phonePair")}</p>
            <p className="text-ink-2">{words.text("phonePairText")}</p>
          </div>
        </div>
      ) : null}
      {secret ? (
        <div className="max-w-[40rem] pt-3">
          <p className="text-label font-medium">{words.text("phoneSecret")}</p>
          <CopyField label={words.text("phoneSecret")} value={secret} labels={copyLabels(words)} />
        </div>
      ) : null}
      <Allowed seller={seller} act="suspense.settle">
        {asksBalance ? <Balance {...{ who, id, phone }} /> : <Gap {...{ who, id, phone }} />}
      </Allowed>
      {may(seller.role, "suspense.settle") || heardAt ? (
        <p className="pt-3">
          <TextLink href={`${ownAccountPath(id)}/messages`}>{words.text("phoneMessages")}</TextLink>
        </p>
      ) : null}
    </Section>
  );
}

interface Props {
  who: AtStore;
  id: string;
  phone: PhoneView;
}

function Balance({ who: { words }, id, phone: { stoppedWhy } }: Props) {
  return (
    <div className="grid gap-3 pt-4">
      {stoppedWhy ? (
        <Notice tone="bad" title={words.text("phoneWhy_denied")}>
          <p>{words.text("phoneStopped")}</p>
        </Notice>
      ) : null}
      <FieldForm
        action={startChainAction}
        hidden={{ id }}
        submit={words.text("phoneBalanceGo")}
        fields={[
          {
            ...{ kind: "text", name: "balance", inputMode: "decimal", autoComplete: "off" },
            ...{ label: words.text("phoneBalance"), help: words.text("phoneBalanceHelp") },
          },
        ]}
      />
    </div>
  );
}

/** The one question about what is missing. */
function Gap({ who: { words, seller }, id, phone: { gap } }: Props) {
  if (!gap) return null;
  const { missing, currency, from, to, before } = gap;
  const isOut = missing < 0n;
  const style = { dateStyle: "medium", timeStyle: "short", timeZone: seller.store.timeZone } as const;
  const shown = new Intl.DateTimeFormat(words.locale, style);
  const question = words.text(isOut ? "phoneGapOut" : "phoneGapIn", {
    amount: formatMoney({ minor: isOut ? -missing : missing, currency }, words.lang),
    from: shown.format(from ?? to),
    to: shown.format(to),
  });
  const press = (mine: "yes" | "no") => ({
    action: answerGapAction,
    fields: { id, before: String(before), mine },
  });
  return (
    <div className="pt-4">
      <Notice tone="warn" title={question}>
        <div className="flex flex-wrap gap-3 pt-2">
          <Press {...press("yes")}>{words.text("phoneGapYes")}</Press>
          <Press {...press("no")}>{words.text("phoneGapNo")}</Press>
        </div>
      </Notice>
    </div>
  );
}
