import { notFound } from "next/navigation";
import { Pages } from "@/app/_lists/list-view";
import { Amount } from "@/components/dashboard/figures";
import { TextLink } from "@/components/dashboard/pieces";
import { EmptyState, StatusMark, type StatusTone, Timestamp } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import { may } from "@/lib/domain/roles";
import { listMessages, type MessageView } from "@/lib/services/money/phone/read";
import { orderPath, ownAccountPath, ownAccountsPath } from "../../../../paths";
import { SellerPage, sellerPage } from "../../../../seller-page";
import { titled } from "../../../../words";
import { ownAccount } from "../../own";

export const generateMetadata = titled("phoneMessages");

const perPage = 50;
const tones: Record<MessageView["state"], StatusTone> = {
  ...{ fits: "ok", proved: "ok", waiting: "warn", loose: "warn", false: "bad", old: "warn" },
  ...{ plain: "ended", twice: "ended", unread: "warn" },
};

/** What the network told a phone, as money: came in, went out, asked about. */
export default sellerPage("own", async (who, { id, search }) => {
  const { seller, world, caller, words } = who;
  const { key, label, till } = await ownAccount.find(seller, id, search);
  if (till?.kind !== "phone") notFound();
  const page = Math.max(1, Math.min(10_000, Number(search.page) || 1));
  const found = await listMessages(world, caller, { key, skip: (page - 1) * perPage, take: perPage });
  const path = ownAccountPath(key);
  const teaches = may(seller.role, "suspense.settle");
  return (
    <SellerPage
      {...who}
      here={label}
      title={words.text("phoneMessages")}
      purpose={words.text("phoneMessagesPurpose")}
      actions={<TextLink href={path}>{words.text("ownBack")}</TextLink>}
    >
      {found.rows.length === 0 ? (
        <EmptyState sentence={words.text("phoneMessagesNone")} />
      ) : (
        <Table
          caption={words.text("phoneMessages")}
          columns={[
            { label: words.text("msgKind") },
            { label: words.text("amount"), align: "end" },
            { label: words.text("msgBelieved") },
            { label: words.text("when"), align: "end" },
          ]}
          rows={found.rows.map((row) => ({
            key: String(row.id),
            cells: [
              <What key="what" {...{ row, teaches, words }} />,
              row.moved.minor === 0n ? null : <Amount key="amount" {...row.moved} lang={words.lang} />,
              <StatusMark key="state" tone={tones[row.state]} word={words.text(`msg_${row.state}`)} />,
              <Timestamp
                key="at"
                at={row.at}
                timeZone={seller.store.timeZone}
                locale={words.locale}
                now={world.clock.now()}
              />,
            ],
          }))}
        />
      )}
      <Pages
        {...{ page, perPage, words, total: found.total }}
        hrefOf={(to) => `${path}/messages?page=${to}`}
      />
    </SellerPage>
  );
});

type At = Parameters<Parameters<typeof sellerPage>[1]>[0];

function What({ row, teaches, words }: { row: MessageView; teaches: boolean; words: At["words"] }) {
  const { kind, name, phone, text, order, receipt, id, state } = row;
  const who = [name, phone].filter(Boolean).join(", ");
  const isBelieved = kind === "received" && (state === "fits" || state === "proved");
  return (
    <div className="min-w-0">
      <span>{words.text(`msgKind_${kind}`)}</span>{" "}
      {order ? <TextLink href={orderPath(order.id)}>{order.number}</TextLink> : null}
      {who || receipt ? (
        <p className="wrap-anywhere text-note text-ink-2">
          <bdi>{[who, receipt].filter(Boolean).join(" · ")}</bdi>
        </p>
      ) : null}
      {text ? <p className="wrap-anywhere text-note text-ink-2">{text}</p> : null}
      {isBelieved && teaches ? (
        <p className="text-note">
          <TextLink href={`${ownAccountsPath}/never/${id}`}>{words.text("msgNever")}</TextLink>
        </p>
      ) : null}
      {state === "unread" && teaches ? (
        <TextLink href={`${ownAccountsPath}/say/${id}`}>{words.text("msgTeachIt")}</TextLink>
      ) : null}
    </div>
  );
}
