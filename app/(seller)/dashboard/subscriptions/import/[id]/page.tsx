import { found } from "@/app/service-name";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { StoreForm } from "@/components/dashboard/store-form";
import { Notice, StatusMark, type StatusTone } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/field";
import { ReloadSoon } from "@/components/ui/reload-soon";
import { Table } from "@/components/ui/table";
import type { Problem } from "@/lib/domain/refusal";
import { mayDo } from "@/lib/domain/roles";
import { readMove, type ShownMove } from "@/lib/services/billing/moving/run";
import { problemText } from "@/lib/text/problem";
import { dayText } from "../../../invoices/words";
import { importPath, movePath, subscriptionPath } from "../../../paths";
import { Allowed, SellerPage, sellerPage } from "../../../seller-page";
import { titled } from "../../../words";
import { startMoveAction, undoMoveAction } from "../actions";

export const generateMetadata = titled("moveIn");

/** What an import will do, does or did, line by line. */
export default sellerPage("subscriptions", async (who, { id: address }) => {
  const { seller, world, caller, words } = who;
  const typed = address;
  const id = /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
  return (
    <SellerPage
      {...who}
      here={words.text("moveInShort")}
      title={words.text("moveTitle", { id })}
      purpose={words.text("moveInPurpose")}
    >
      <Allowed seller={seller} act="subscription.import" aloud>
        {mayDo(seller, "subscription.import") ? (
          <Move
            move={await found(readMove(world, caller, id))}
            language={seller.user.language}
            words={words}
          />
        ) : null}
      </Allowed>
    </SellerPage>
  );
});

interface MoveProps {
  move: ShownMove;
  language: string;
  words: DashboardWords;
}

function Move({ move, language, words }: MoveProps) {
  const { lines, total } = move;
  return (
    <div className="grid gap-6">
      <p role="status" className="text-section font-semibold">
        {sumsOf(move, words)}
      </p>
      {move.state === "planned" && move.soon > 0 ? (
        <Notice tone="warn" title={words.text("moveFirst")}>
          {words.text("moveSoon", { count: move.soon })}
        </Notice>
      ) : null}
      {move.told && move.told.told + move.told.waiting > 0 ? (
        <p>
          {move.told.next
            ? words.text("moveTelling", { ...move.told, date: dayText(move.told.next, words) })
            : words.text("moveTold", { told: move.told.told })}
        </p>
      ) : null}
      {move.told && move.told.untold > 0 ? (
        <Notice tone="warn" title={words.text("moveUntold", { count: move.told.untold })}>
          {words.text("moveUntoldHelp")}
        </Notice>
      ) : null}
      <NextStep move={move} words={words} />
      <Table
        caption={words.text("moveCaption")}
        columns={[
          { label: words.text("customerName") },
          { label: words.text("importLine"), onPhone: words.text("importLine") },
          { label: words.text("status") },
        ]}
        rows={lines.map((line) => ({
          key: String(line.line),
          cells: cellsOf(line, { language, words }),
        }))}
      />
      {lines.length < total ? (
        <p className="text-label text-ink-2">{words.text("moveShown", { shown: lines.length, total })}</p>
      ) : null}
    </div>
  );
}

function sumsOf({ state, counts, done, total }: ShownMove, words: DashboardWords): string {
  const { make, same, refused, undone, stays } = counts;
  switch (state) {
    case "planned":
      return words.text("moveSums", { make, same, refused });
    case "running":
    case "undoing":
      return words.text("moveRunning", { done, total });
    case "done":
      return words.text("moveMade", { make, same, refused });
    case "undone":
      return words.text("moveUndone", { undone, stays });
  }
}

/** The one button of this state. */
function NextStep({ move, words }: Omit<MoveProps, "language">) {
  const { id, state, counts } = move;
  if (state === "running" || state === "undoing")
    return (
      <div>
        <ReloadSoon />
        <ButtonLink href={movePath(id)}>{words.text("moveReload")}</ButtonLink>
      </div>
    );
  if (state === "planned" && counts.make > 0)
    return (
      <StoreForm action={startMoveAction} className="grid gap-2">
        <input type="hidden" name="id" value={id} />
        <Checkbox name="notifies" label={words.text("moveNotifies")} help={words.text("moveNotifiesHelp")} />
        <Checkbox
          name="publishes"
          label={words.text("movePublishes")}
          help={words.text("movePublishesHelp")}
        />
        <div>
          <Button look="primary">{words.text("moveGo")}</Button>
        </div>
      </StoreForm>
    );
  if (state === "planned")
    return (
      <div className="grid gap-2">
        <p className="max-w-[68ch] text-ink-2">{words.text("moveNone")}</p>
        <div>
          <ButtonLink href={importPath}>{words.text("moveIn")}</ButtonLink>
        </div>
      </div>
    );
  if (!move.canUndo) return null;
  return (
    <StoreForm action={undoMoveAction} className="grid gap-2">
      <p className="text-ink-2">{words.text("moveUndoHelp")}</p>
      <input type="hidden" name="id" value={id} />
      <div>
        <Button look="danger">{words.text("moveUndo")}</Button>
      </div>
    </StoreForm>
  );
}

const tones: Record<ShownMove["lines"][number]["outcome"], StatusTone> = {
  ...{ make: "plain", same: "ended", refused: "bad", undone: "ended", stays: "warn" },
};

function cellsOf(line: ShownMove["lines"][number], { language, words }: Omit<MoveProps, "move">) {
  const { name = "" } = line.data as { name?: string };
  // Stored by `problemJson`.
  const problem = line.problem as Problem | null;
  const isOpen = line.kind === "subscription" && line.madeId !== null && line.outcome !== "undone";
  return [
    isOpen && line.madeId ? (
      <a key="name" className="underline-offset-2 hover:underline" href={subscriptionPath(line.madeId)}>
        <bdi>{name || words.text("importNoName")}</bdi>
      </a>
    ) : (
      <bdi key="name" className="wrap-anywhere">
        {name || words.text("importNoName")}
      </bdi>
    ),
    String(line.line),
    <span key="what">
      <StatusMark tone={tones[line.outcome]} word={words.text(`move_${line.outcome}`)} />{" "}
      {problem ? <span className="wrap-anywhere">{problemText(language, problem)}</span> : null}
    </span>,
  ];
}
