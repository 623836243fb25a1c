import { ActionForm } from "@/components/dashboard/action-form";
import { AsJson } from "@/components/dashboard/as-json";
import { HistoryTimeline } from "@/components/dashboard/history-timeline";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { FoldedAct, NextAct, Press } from "@/components/dashboard/pieces";
import { Disclosure, Facts, Notice, Section, StatusMark, Timestamp } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { formatMoney } from "@/lib/domain/money";
import { outsideRail } from "@/lib/domain/outside";
import { say } from "@/lib/domain/refusal";
import { may } from "@/lib/domain/roles";
import { serializeOrder } from "@/lib/resources/order";
import {
  type OrderDownloads,
  readDeliveries,
  readOrderDownloads,
} from "@/lib/services/billing/orders/downloads";
import { fiscalOf, saleOf } from "@/lib/services/billing/orders/fiscal";
import { mayUndoHandover } from "@/lib/services/billing/orders/fulfil";
import { readOrderHistory } from "@/lib/services/billing/orders/history";
import { type OrderRow, readPaidBy } from "@/lib/services/billing/orders/read";
import { downloadUrlOf } from "@/lib/services/core/download-token";
import type { HistoryEntry } from "@/lib/services/core/history/entries";
import { type Refundable, readRefundable } from "@/lib/services/money/out/refunds/quote";
import { askedAtCounter } from "@/lib/services/money/outside/counter";
import { owedByHand } from "@/lib/services/money/outside/owed";
import { listDisputes } from "@/lib/services/money/settlement/disputes/list";
import { problemText } from "@/lib/text/problem";
import { inWords } from "../../history-words";
import { NotesAndTags } from "../../notes/notes-and-tags";
import { orderPath } from "../../paths";
import { SellerPage, sellerPage } from "../../seller-page";
import { type AtStore, titledBy } from "../../words";
import {
  callOffOrderAction,
  checkOrderAction,
  fulfilOrderAction,
  replaceDownloadLinkAction,
  resendReceiptAction,
  resetDownloadsAction,
  undoHandoverAction,
} from "../actions";
import { findOrder, mayMoveMoney, paymentMark } from "../order";
import { Disputes } from "./disputes";
import { OrderFacts } from "./order-facts";

export const generateMetadata = titledBy(async (seller, id) => (await findOrder(seller, id)).number);

export default sellerPage("orders", async (who, { id }) => {
  const { seller, world, caller, words, timeZone } = who;
  const order = await findOrder(seller, id);
  const [asked, history, refundable, disputes, paidBy, deliveries, downloads, fiscal] = await Promise.all([
    order.paymentStatus === "pending" ? askedAtCounter(world, order) : null,
    readOrderHistory(world, caller, order),
    readRefundable(world, world.db, order),
    listDisputes(world, caller, order.id),
    readPaidBy(world, caller, [order.id]),
    readDeliveries(world, caller, [order.id]),
    readOrderDownloads(world, caller, order),
    fiscalOf(world, [order]),
  ]);
  const { siteUrl } = world.config;
  const isDisputed = disputes.some(({ state }) => state === "open");
  const disputed = <Disputes disputes={disputes} currency={order.currency} who={who} />;
  return (
    <SellerPage
      {...who}
      here={order.number}
      title={order.number}
      purpose={<Standing {...{ order, who, refundable }} />}
    >
      <div className="flex flex-col">
        <PaidTwice history={history} words={words} />
        <TakenBack order={order} words={words} />
        {isDisputed ? <div className="mb-6">{disputed}</div> : null}
        <Next order={order} who={who} phone={asked?.open?.sandboxPhone ?? null} />
        <OrderActions {...{ order, who, refundable }} />
        <div className="grid gap-10 nav:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] xl:gap-14">
          <div className="min-w-0">
            <OrderFacts
              order={order}
              paidBy={paidBy.get(order.id)}
              delivery={deliveries.get(order.id)}
              who={who}
              receiptUrl={`${siteUrl}/receipt/${order.receiptToken}`}
            />
          </div>
          <div className="min-w-0">
            {isDisputed ? null : disputed}
            <Section title={words.text("whatHappened")}>
              <HistoryTimeline history={inWords(history, words)} timeZone={timeZone} locale={words.locale} />
            </Section>
            <Downloads downloads={downloads} order={order} who={who} />
            <NotesAndTags seller={seller} subject={{ kind: "order", id: order.id }} />
          </div>
        </div>
        <div className="mt-8">
          <AsJson
            siteUrl={siteUrl}
            path={`/orders/${order.id}`}
            data={serializeOrder(order, siteUrl, downloadUrlOf(world, order), saleOf(fiscal, order))}
            words={words}
          />
        </div>
      </div>
    </SellerPage>
  );
});

interface Part {
  order: OrderRow;
  who: AtStore;
  refundable: Refundable;
}

function Standing({ who, order, refundable }: Part) {
  const { words, now } = who;
  const isGoingBack = !refundable.ok && refundable.bar === "under_way";
  return (
    <span className="flex flex-wrap items-baseline gap-x-4">
      <span className="text-section font-medium text-ink">
        {formatMoney({ minor: order.totalMinor, currency: order.currency }, words.lang)}
      </span>
      <StatusMark {...paymentMark(order, now, words, isGoingBack)} />
    </span>
  );
}

/** Also what the page that took it back leads to when it is opened again. */
function TakenBack({ order, words }: { order: OrderRow; words: DashboardWords }) {
  if (!order.takenBackAt) return null;
  return (
    <div className="mb-6">
      <Notice tone="info" title={words.text(order.ownAccount ? "paymentGone" : "paymentTakenBack")}>
        {order.takenBackReason ? (
          <p>{words.rich("theReason", { reason: <bdi>{order.takenBackReason}</bdi> })}</p>
        ) : null}
        <p>{words.text("takenBackMeans")}</p>
      </Notice>
    </div>
  );
}

function PaidTwice({ history, words }: { history: HistoryEntry[]; words: DashboardWords }) {
  if (!history.some(({ what }) => what.did === "paid_twice")) return null;
  return (
    <div className="mb-6">
      <Notice tone="warn" title={words.text("paidTwice")}>
        {words.text("paidTwiceMeans")}
      </Notice>
    </div>
  );
}

/** What an order delivered by itself, and how often it was taken; nothing where it delivers nothing. */
function Downloads(props: { downloads: OrderDownloads | null; order: OrderRow; who: AtStore }) {
  const { who, downloads, order } = props;
  const { seller, words, timeZone } = who;
  if (!downloads) return null;
  const at = (instant: Date) => <Timestamp at={instant} timeZone={timeZone} locale={words.locale} />;
  return (
    <Section title={words.text("orderDownloads")}>
      <Facts
        items={[
          ...downloads.items.map((item) => ({
            label: item.name,
            value: (
              <span className="grid">
                {standingOf(item, downloads.max, words)}
                {item.lastAt ? at(item.lastAt) : null}
              </span>
            ),
          })),
          ...(downloads.until ? [{ label: words.text("downloadsUntil"), value: at(downloads.until) }] : []),
        ]}
      />
      {downloads.isOpen ? null : <p className="pt-2 text-ink-2">{words.text("downloadsOver")}</p>}
      {isPaid(order) && may(seller.role, "order.handle") ? (
        <Buttons id={order.id} isOrder={order.subscriptionId === null} words={words} />
      ) : null}
    </Section>
  );
}

function standingOf(item: OrderDownloads["items"][number], max: number, words: DashboardWords): string {
  if (item.kind === "codes") return words.text(item.hasCode ? "codeGiven" : "codeWaits");
  if (item.kind !== "file") return words.text(item.kind === "link" ? "deliverableLink" : "deliverableText");
  return words.text("downloadsTaken", { taken: String(item.taken), max: String(max) });
}

function Buttons({ id, isOrder, words }: { id: number; isOrder: boolean; words: DashboardWords }) {
  const fields = { id: String(id) };
  return (
    <div className="grid gap-3 pt-4">
      <Press action={resetDownloadsAction} fields={fields}>
        {words.text("resetDownloads")}
      </Press>
      {isOrder ? (
        <ActionForm to={{ action: replaceDownloadLinkAction, fields }} className="grid gap-1">
          <div>
            <Button>{words.text("newDownloadLink")}</Button>
          </div>
          <p className="text-label text-ink-2">{words.text("newDownloadLinkMeans")}</p>
        </ActionForm>
      ) : null}
    </div>
  );
}

const isPaid = ({ paymentStatus }: OrderRow) =>
  paymentStatus === "paid" || paymentStatus === "partially_refunded";
const isWorkedOn = (order: OrderRow) => isPaid(order) && order.orderStatus === "processing";

/** What this order waits for from its seller; nothing where that is nothing. `phone`: where play money is approved. */
function Next({ who, order, phone }: { order: OrderRow; who: AtStore; phone: string | null }) {
  const { seller, words } = who;
  if (!may(seller.role, "order.handle")) return null;
  const fields = { id: String(order.id) };
  const isOwed = owedByHand(order) !== null && may(seller.role, "payment.record");
  const next = isWorkedOn(order) ? (
    <ActionForm
      to={{ action: fulfilOrderAction, fields: { ...fields, to: "fulfilled" } }}
      className="grid max-w-[30rem] justify-items-start gap-2"
    >
      <Disclosure summary={words.text("handoverNote")}>
        <Input name="note" label={words.text("handoverNoteHelp")} />
      </Disclosure>
      <Button look="primary">{words.text("handOver")}</Button>
    </ActionForm>
  ) : order.paymentStatus === "pending" ? (
    <div className="flex flex-wrap gap-2">
      <Press action={checkOrderAction} fields={fields} look="primary">
        {words.text("askProvider")}
      </Press>
      {phone ? <ButtonLink href={phone}>{words.text("sandboxPhone")}</ButtonLink> : null}
    </div>
  ) : isOwed ? (
    <ButtonLink look="primary" href={`${orderPath(order.id)}/payment`}>
      {words.text("recordPayment")}
    </ButtonLink>
  ) : null;
  return next && <NextAct>{next}</NextAct>;
}

/** The actions that are possible now. A person sees only those that their role allows. */
function OrderActions({ who, order, refundable }: Part) {
  const { seller, words, now } = who;
  const refundBar = refundable.ok ? null : refundable.bar;
  const isByHand = refundable.ok && refundable.rail === outsideRail;
  if (!may(seller.role, "order.handle")) return null;
  const fields = { id: String(order.id) };
  return (
    <div className="mb-8 grid gap-3">
      <div className="flex flex-wrap gap-2">
        {isWorkedOn(order) && order.fulfillmentStatus === "unfulfilled" ? (
          <Press action={fulfilOrderAction} fields={{ ...fields, to: "partially_fulfilled" }}>
            {words.text("handOverPart")}
          </Press>
        ) : null}
        {mayUndoHandover(order, now) ? (
          <Press action={undoHandoverAction} fields={fields}>
            {words.text("undoHandover")}
          </Press>
        ) : null}
        {order.paidAt && !order.takenBackAt && (order.customer.email || order.customer.phone) ? (
          <Press action={resendReceiptAction} fields={fields}>
            {words.text("receiptAgain")}
          </Press>
        ) : null}
        {order.paymentStatus === "pending" &&
        owedByHand(order) !== null &&
        may(seller.role, "payment.record") ? (
          <ButtonLink href={`${orderPath(order.id)}/payment`}>{words.text("recordPayment")}</ButtonLink>
        ) : null}
        {isPaid(order) && mayMoveMoney(seller) && refundBar === null ? (
          <ButtonLink href={`${orderPath(order.id)}/refund`}>{words.text("refund")}</ButtonLink>
        ) : null}
        {isByHand && may(seller.role, "payment.record") ? (
          <ButtonLink href={`${orderPath(order.id)}/payment/undo`}>{words.text("undoPayment")}</ButtonLink>
        ) : null}
      </div>
      {isPaid(order) && mayMoveMoney(seller) && refundBar ? (
        <p className="text-label text-ink-2">{problemText(words.lang, say(`refund_${refundBar}`))}</p>
      ) : null}
      {order.orderStatus === "completed" || order.orderStatus === "cancelled" ? null : (
        <FoldedAct
          title={words.text("cancelOrder")}
          means={words.text(isPaid(order) ? "cancelPaid" : "cancelUnpaid")}
          action={callOffOrderAction}
          fields={fields}
        >
          {words.text("cancelOrderGo")}
        </FoldedAct>
      )}
    </div>
  );
}
