import { FieldForm } from "@/app/_forms/field-form";
import { isLocal } from "@/app/(operator)/ops/rails/rail-steps";
import { facts, Press, TextLink } from "@/components/dashboard/pieces";
import { Facts, Notice, Section, StatusMark, type StatusTone, Timestamp } from "@/components/ui/blocks";
import { CopyField } from "@/components/ui/copy-field";
import { formatMoney } from "@/lib/domain/money";
import { may } from "@/lib/domain/roles";
import type { PhoneView } from "@/lib/services/money/phone/read";
import { ownAccountPath, ownAccountsPath } from "../../paths";
import { Allowed } from "../../seller-page";
import { type AtStore, copyLabels } from "../../words";
import { answerGapAction, startChainAction } from "./phone-actions";

const tones: Record<PhoneView["state"], StatusTone> = {
  new: "warn",
  fits: "ok",
  gap: "warn",
  stopped: "bad",
};

interface Props {
  who: AtStore;
  id: string;
  phone: PhoneView;
}

/** A phone of the seller's: whether its messages fit, what is missing between them, and its balance where somebody has to type it. */
export function PhoneSection({ who, id, phone, address }: Props & { address: string }) {
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
      {asksBalance ? null : (
        <Allowed seller={seller} act="suspense.settle">
          <Gap {...{ who, id, phone }} />
        </Allowed>
      )}
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
      {playPath ? null : <Forwarding {...{ who, address, secret }} />}
      {asksBalance ? (
        <Allowed seller={seller} act="suspense.settle">
          <Balance {...{ who, id, phone }} />
        </Allowed>
      ) : null}
      {may(seller.role, "suspense.settle") || heardAt ? (
        <p className="pt-3">
          <TextLink href={`${ownAccountPath(id)}/messages`}>{words.text("phoneMessages")}</TextLink>
        </p>
      ) : null}
    </Section>
  );
}

/** Where the program on the phone forwards to, and with which key. */
function Forwarding(props: { who: AtStore; address: string; secret: string | null }) {
  const { who, address, secret } = props;
  const { words } = who;
  return (
    <div className="grid max-w-[40rem] gap-1 pt-3">
      <p className="text-label font-medium">{words.text("phoneAddress")}</p>
      <CopyField label={words.text("phoneAddress")} value={address} labels={copyLabels(words)} />
      {isLocal(address) ? <p className="text-label text-ink-2">{words.text("phoneUnreachable")}</p> : null}
      {secret ? (
        <>
          <p className="pt-2 text-label font-medium">{words.text("phoneSecret")}</p>
          <CopyField label={words.text("phoneSecret")} value={secret} labels={copyLabels(words)} />
        </>
      ) : null}
    </div>
  );
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
  const { missing, currency, from, to, before, behind, unread } = gap;
  const isOut = missing < 0n;
  // Two in one minute are told apart by their seconds.
  const isNear = from !== null && to.getTime() - from.getTime() < 60_000;
  const timeStyle = isNear ? ("medium" as const) : ("short" as const);
  const style = { dateStyle: "medium", timeStyle, timeZone: seller.store.timeZone } as const;
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
        <p>
          {words.text("phoneGapBehind", {
            what: words.text(`msgKind_${behind.kind}`),
            amount: formatMoney(behind.moved, words.lang),
          })}
        </p>
        {unread.length > 0 ? (
          <p>
            {words.text("phoneGapUnread", { count: unread.length })}{" "}
            <TextLink
              href={
                unread.length === 1 ? `${ownAccountsPath}/say/${unread[0]}` : `${ownAccountPath(id)}/messages`
              }
            >
              {words.text("msgTeachIt")}
            </TextLink>
          </p>
        ) : null}
        <div className="flex flex-wrap gap-3 pt-2">
          <Press {...press("yes")}>{words.text("phoneGapYes")}</Press>
          <Press {...press("no")}>{words.text("phoneGapNo")}</Press>
        </div>
      </Notice>
    </div>
  );
}
