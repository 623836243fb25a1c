import { FieldForm } from "@/app/_forms/field-form";
import type { FieldSpec } from "@/app/_forms/form-field";
import { LinkPreview } from "@/components/dashboard/link-preview";
import { Button } from "@/components/ui/button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import type { FormState } from "@/lib/auth/form-state";
import { linkSaved } from "@/lib/services/catalog/payment-links/change";
import type { LinkPage } from "@/lib/services/catalog/payment-links/read";
import { sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import { problemTitles, wordsFor } from "../words";
import { linkSpecs } from "./link-fields";

const previewPath = "/pay/preview";

/** The form of a link beside the page it makes. Without script, its second button fills the frame. */
export function LinkEditor({
  seller,
  link,
  action,
  submit,
}: {
  seller: CurrentSeller;
  link: LinkPage["link"] | null;
  action: (previous: FormState, form: FormData) => Promise<FormState>;
  submit: string;
}) {
  const words = wordsFor(seller);
  const fields = linkSpecs({ words, store: seller.store, link });
  const store = String(seller.store.id);
  return (
    <LinkPreview
      path={previewPath}
      first={`${previewPath}?${firstQuery(store, fields)}`}
      caption={words.text("onAPhone")}
      title={words.text("previewOfPage")}
    >
      <FieldForm
        action={action}
        submit={submit}
        titles={problemTitles(words)}
        fields={fields}
        more={words.text("moreChoices")}
        hidden={{
          store,
          ...(link
            ? { id: String(link.id), seen: sealShown(systemWorld(), `link/${link.id}`, linkSaved(link)) }
            : {}),
        }}
        note={
          <Button look="quiet" formAction={previewPath} formMethod="get" formTarget="preview">
            {words.text("showInPreview")}
          </Button>
        }
      />
    </LinkPreview>
  );
}

/** The preview as the form is at first. */
function firstQuery(store: string, fields: FieldSpec[]): string {
  const query = new URLSearchParams({ store });
  for (const field of fields)
    for (const value of field.kind === "boxes" || field.kind === "grid" ? field.value : [field.value ?? ""])
      query.append(field.name, value);
  return query.toString();
}
