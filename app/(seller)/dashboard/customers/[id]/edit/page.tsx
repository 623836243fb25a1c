import { TextLink } from "@/components/dashboard/pieces";
import { done } from "@/lib/auth/sealed-cookie";
import { checkCustomer } from "@/lib/services/people/customers/save";
import { updateCustomer } from "@/lib/services/people/customers/update";
import { actPage } from "../../../act-page";
import { customerPath } from "../../../paths";
import { wordsFor } from "../../../words";
import { customer, customerFields } from "../../customer";

/** What the seller knows of a customer. */
const change = actPage({
  on: customer,
  may: "customer.change",
  title: "editCustomerTitle",
  head: ({ row, words }) =>
    words.rich("editCustomer", { customer: <bdi key="name">{words.named(row.name)}</bdi> }),
  purpose: ({ words }) => words.text("editCustomerPurpose"),
  go: "save",
  fields: {
    ...customerFields,
    // Set by the seller, who asked the customer: an import or a payment does not give consent.
    marketing: {
      kind: "boxes",
      label: "marketing",
      options: ({ words }) => [{ value: "yes", label: words.text("marketingAgreed") }],
    },
  },
  more: "moreOfCustomer",
  held: ({ row }) => ({ ...row, marketing: row.acceptsMarketing ? ["yes"] : [] }),
  note: ({ row, words }) => (
    <TextLink href={`${customerPath(row.id)}/merge`}>{words.text("samePerson")}</TextLink>
  ),
  run: async (seller, { id, typed: { marketing, ...typed } }, world) => {
    const changes = { ...checkCustomer(typed), acceptsMarketing: marketing.includes("yes") };
    await updateCustomer(world, seller.caller(true), id, changes);
    return done(customerPath(id), wordsFor(seller).text("customerSaved"));
  },
});

export const generateMetadata = change.metadata;
export default change.page(async (previous, form) => {
  "use server";
  return change.send(previous, form);
});
