import type { ReactNode } from "react";
import { FieldForm } from "@/app/_forms/field-form";
import { fieldSpecs } from "@/app/_forms/fields";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Press } from "@/components/dashboard/pieces";
import { fileSize } from "@/components/pay/download-view";
import { Disclosure, Section } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import type { ListedDeliverable } from "@/lib/services/catalog/deliverables/read";
import { Allowed } from "../../../seller-page";
import { type AtStore, problemTitles } from "../../../words";
import { addCodesAction, changeNoteAction, moveUpAction, removeDeliverableAction } from "./actions";
import { changedNoteFields, moreCodesFields } from "./fields";

const kinds = {
  file: "deliverableFile",
  link: "deliverableLink",
  text: "deliverableText",
  codes: "deliverableCodes",
} as const;

/** One thing that a product delivers. `children`: the form of a file that takes its place. */
export function DeliverableRow(props: {
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
  const titles = problemTitles(words);
  const own = (specs: ReturnType<typeof fieldSpecs>) =>
    specs.map((spec) => ({ ...spec, id: `${spec.name}-${row.id}` }));
  if (row.kind === "file") return null;
  if (row.kind === "codes")
    return (
      <Disclosure summary={words.text("moreCodes")}>
        <FieldForm
          action={addCodesAction}
          submit={words.text("moreCodes")}
          hidden={fields}
          fields={own(fieldSpecs(moreCodesFields, { words }))}
          {...{ titles }}
          look="secondary"
        />
      </Disclosure>
    );
  return (
    <Disclosure summary={words.text("edit")}>
      <FieldForm
        action={changeNoteAction}
        submit={words.text("save")}
        hidden={fields}
        fields={own(fieldSpecs(changedNoteFields, { words }, { name: row.name, content: row.content ?? "" }))}
        {...{ titles }}
        look="secondary"
      />
    </Disclosure>
  );
}
