import { done } from "@/lib/auth/sealed-cookie";
import { addCustomer } from "@/lib/services/people/customers/save";
import { actPage, inSection } from "../../act-page";
import { customerPath, customersPath } from "../../paths";
import { wordsFor } from "../../words";
import { customerFields } from "../customer";

/** Somebody new. If the customer exists already, the typed values return in the address. */
const addOne = actPage({
  on: inSection("customers"),
  may: "customer.change",
  title: "addCustomer",
  purpose: ({ words }) => words.text("addCustomerPurpose"),
  go: "addTheCustomer",
  fields: customerFields,
  more: "moreOfCustomer",
  held: ({ search }) =>
    Object.fromEntries(Object.entries(search).filter((pair) => typeof pair[1] === "string")),
  run: async (seller, { typed }, world) => {
    const words = wordsFor(seller);
    const outcome = await addCustomer(world, seller.caller(true), typed);
    if ("added" in outcome) {
      const { id, name } = outcome.added;
      return done(customerPath(id), words.text("customerAdded", { customer: name }));
    }
    const { id, name } = outcome.known;
    return {
      to: `${customersPath}/new?${new URLSearchParams(typed)}`,
      flash: {
        tone: "bad",
        text: words.text("customerKnown", { customer: name }),
        link: { href: customerPath(id), label: words.text("openCustomer", { customer: name }) },
      },
    };
  },
});

export const generateMetadata = addOne.metadata;
export default addOne.page(async (previous, form) => {
  "use server";
  return addOne.send(previous, form);
});
