import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { FieldForm } from "@/app/_forms/field-form";
import { fieldSpecs } from "@/app/_forms/fields";
import type { Search } from "@/app/_lists/filters";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Press } from "@/components/dashboard/pieces";
import { fileSize } from "@/components/pay/download-view";
import { Disclosure, Notice, Section } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { currentPerson } from "@/lib/auth/current-seller";
import { say } from "@/lib/domain/refusal";
import { countWaiting } from "@/lib/services/billing/orders/fulfil";
import {
  type ListedDeliverable,
  listDeliverables,
  readStoredBytes,
} from "@/lib/services/catalog/deliverables/read";
import { deliveringKinds } from "@/lib/services/catalog/deliverables/save";
import { fileMaxBytes } from "@/lib/services/catalog/deliverables/upload";
import { uploadTicket } from "@/lib/services/people/accounts/upload-ticket";
import { problemText } from "@/lib/text/problem";
import { Allowed, SellerPage, sellerPage } from "../../../seller-page";
import { UploadForm, type UploadTexts } from "../../../upload-form";
import { type AtStore, titledBy } from "../../../words";
import { ownProduct } from "../../product-fields";
import {
  addCodesAction,
  addNoteAction,
  addPoolAction,
  changeNoteAction,
  deliverWaitingAction,
  moveUpAction,
  removeDeliverableAction,
} from "./actions";
import { changedNoteFields, moreCodesFields, noteFields, poolFields } from "./fields";

export const generateMetadata = titledBy(async (seller, id) => (await ownProduct(seller, id)).name);

const MB = 1024 * 1024;

export default sellerPage("products", async (who, { id, search }) => {
  const { seller, world, caller, words } = who;
  const product = await ownProduct(seller, id);
  if (!deliveringKinds.includes(product.kind)) notFound();
  const [rows, stored, waiting] = await Promise.all([
    listDeliverables(world, caller, product.id),
    readStoredBytes(world, caller),
    countWaiting(world, caller, product.id),
  ]);
  const texts = uploadTexts(words, stored);
  const { sessionId } = await currentPerson();
  const upload = (replaces: number | null) =>
    `/upload/${uploadTicket(world, { ...caller, sessionId }, { productId: product.id, replaces })}`;
  return (
    <SellerPage
      {...who}
      here={product.name}
      title={words.text("productDelivers")}
      purpose={words.text("deliverablesPurpose")}
      actions={<ButtonLink href={`/dashboard/products/${product.id}`}>{product.name}</ButtonLink>}
    >
      <div className="grid gap-6">
        <Outcome search={search} who={who} />
        {rows.length === 0 && product.kind === "digital" ? (
          <Notice tone="warn" title={words.text("deliversNothingYet")}>
            <p>{words.text("deliversNothingMeans")}</p>
          </Notice>
        ) : null}
        {rows.length > 0 && waiting > 0 ? <Waiting product={product.id} count={waiting} who={who} /> : null}
      </div>
      {rows.map((row, place) => (
        <DeliverableRow key={row.id} product={product.id} row={row} isFirst={place === 0} who={who}>
          {row.kind === "file" ? (
            <UploadForm
              action={upload(row.id)}
              name={`file-${row.id}`}
              texts={{ ...texts, label: words.text("replaceFile"), help: words.text("replaceFileHelp") }}
            />
          ) : null}
        </DeliverableRow>
      ))}
      <Allowed seller={seller} act="product.change" aloud>
        <Section title={words.text("addFile")}>
          <div className="max-w-[30rem] pt-4">
            <UploadForm action={upload(null)} name="file" texts={texts} />
          </div>
        </Section>
        <AddDeliverables product={product.id} hasCodes={product.interval === null} words={words} />
      </Allowed>
    </SellerPage>
  );
});

function uploadTexts(words: DashboardWords, { taken, max }: { taken: bigint; max: bigint }): UploadTexts {
  const megabytes = (bytes: bigint) => String(Math.ceil(Number(bytes) / MB));
  return {
    label: words.text("deliverableFile"),
    help: words.text("addFileHelp", { taken: megabytes(taken), max: megabytes(max) }),
    submit: words.text("upload"),
    words,
  };
}

/** What came of a file that was sent without scripts: its address says so. */
function Outcome(props: { search: Search; who: AtStore }) {
  const { who, search } = props;
  const { words, world } = who;
  if (search.done === "file") return <Notice tone="ok" title={words.text("deliverableAdded")} />;
  const megabytes = String(fileMaxBytes / MB);
  const known = {
    choose_file: say("choose_file"),
    file_size: say("file_size", { megabytes }),
    files_store_full: say("files_store_full", {
      megabytes: String(Number(world.config.files.storeMaxBytes) / MB),
    }),
    files_full: say("files_full"),
    uploads_busy: say("uploads_busy"),
  };
  if (typeof search.problem !== "string") return null;
  const found = Object.entries(known).find(([code]) => code === search.problem)?.[1];
  return <Notice tone="bad" title={problemText(words.lang, found ?? say("file_broken"))} />;
}

function Waiting(props: { product: number; count: number; who: AtStore }) {
  const { who, product, count } = props;
  const { seller, words } = who;
  return (
    <Notice tone="info" title={words.text("ordersWait", { count: String(count) })}>
      <Allowed seller={seller} act="product.change">
        <Press action={deliverWaitingAction} fields={{ product: String(product) }} look="primary">
          {words.text("deliverWaiting")}
        </Press>
      </Allowed>
    </Notice>
  );
}

/** The forms of what is not a file. A subscription has no codes. */
function AddDeliverables(props: { product: number; hasCodes: boolean; words: DashboardWords }) {
  const { product, hasCodes, words } = props;
  const hidden = { product: String(product) };
  return (
    <Section title={words.text("addNote")}>
      <div className="grid gap-4 pt-4">
        <FieldForm
          hidden={hidden}
          action={addNoteAction}
          submit={words.text("addNote")}
          look="secondary"
          fields={fieldSpecs(noteFields, { words }, { kind: "link" })}
        />
        {hasCodes ? (
          <FieldForm
            fold={words.text("addPool")}
            hidden={hidden}
            action={addPoolAction}
            submit={words.text("addPool")}
            look="secondary"
            fields={fieldSpecs(poolFields, { words })}
          />
        ) : null}
      </div>
    </Section>
  );
}

const kinds = {
  file: "deliverableFile",
  link: "deliverableLink",
  text: "deliverableText",
  codes: "deliverableCodes",
} as const;

/** One thing that a product delivers. `children`: the form of a file that takes its place. */
function DeliverableRow(props: {
  product: number;
  row: ListedDeliverable;
  isFirst: boolean;
  who: AtStore;
  children: ReactNode;
}) {
  const { who, product, row, isFirst, children } = props;
  const { seller, words } = who;
  const fields = { id: String(row.id), product: String(product) };
  return (
    <Section title={row.name}>
      <div className="grid max-w-[40rem] gap-3 pt-4">
        <p className="text-ink-2">{factOf(row, words)}</p>
        {row.content ? <p className="whitespace-pre-line wrap-anywhere">{row.content}</p> : null}
        {row.codes?.left === 0 ? <p className="text-warn">{words.text("codesUsedUp")}</p> : null}
        <Allowed seller={seller} act="product.change">
          {/* One line of links; what is opened has a line of its own. */}
          <div className="flex flex-wrap items-start gap-x-5 gap-y-1 [&>details[open]]:basis-full">
            {children ? <Disclosure summary={words.text("replaceFile")}>{children}</Disclosure> : null}
            <Change row={row} fields={fields} words={words} />
            <Disclosure summary={words.text("remove")}>
              <ActionForm to={{ action: removeDeliverableAction, fields }} className="grid gap-2">
                <p>{words.text("removingDeliverable")}</p>
                <div>
                  <Button look="danger">{words.text("remove")}</Button>
                </div>
              </ActionForm>
            </Disclosure>
            {isFirst ? null : (
              <Press action={moveUpAction} fields={fields} className="-ms-3" look="quiet">
                {words.text("moveUp")}
              </Press>
            )}
          </div>
        </Allowed>
      </div>
    </Section>
  );
}

function factOf({ kind, file, codes }: ListedDeliverable, words: DashboardWords): string {
  if (file) return `${fileSize(Number(file.bytes), words.lang)} · ${file.type}`;
  if (codes) return words.text("codesLeftGiven", { left: String(codes.left), given: String(codes.given) });
  return words.text(kinds[kind]);
}

/** A link or a text is changed, codes are added. */
function Change(props: { row: ListedDeliverable; fields: Record<string, string>; words: DashboardWords }) {
  const { row, fields, words } = props;
  const own = (specs: ReturnType<typeof fieldSpecs>) =>
    specs.map((spec) => ({ ...spec, id: `${spec.name}-${row.id}` }));
  if (row.kind === "file") return null;
  if (row.kind === "codes")
    return (
      <FieldForm
        fold={words.text("moreCodes")}
        action={addCodesAction}
        submit={words.text("moreCodes")}
        hidden={fields}
        fields={own(fieldSpecs(moreCodesFields, { words }))}
        look="secondary"
      />
    );
  return (
    <FieldForm
      fold={words.text("edit")}
      action={changeNoteAction}
      submit={words.text("save")}
      hidden={fields}
      fields={own(fieldSpecs(changedNoteFields, { words }, { name: row.name, content: row.content ?? "" }))}
      look="secondary"
    />
  );
}
