import { facts } from "@/components/dashboard/pieces";
import { Facts } from "@/components/ui/blocks";
import { done } from "@/lib/auth/sealed-cookie";
import { eraseCustomer } from "@/lib/services/desk/erase/erase";
import { actPage } from "../../../act-page";
import { customerPath } from "../../../paths";
import { wordsFor } from "../../../words";
import { customer } from "../../customer";

/** What goes and what stays, then the password: it cannot be undone. */
const erase = actPage({
  on: customer,
  may: "customer.erase",
  title: "eraseTitle",
  purpose: ({ row, words }) =>
    words.rich("erasePurpose", { customer: <bdi key="name">{words.named(row.name)}</bdi> }),
  go: "eraseGo",
  isHarsh: true,
  fields: {},
  proves: true,
  above: ({ words }) => (
    <div className="mb-6 max-w-[44rem]">
      <Facts
        items={facts(words, {
          eraseGoes: words.text("eraseGoesWhat"),
          eraseStays: words.text("eraseStaysWhat"),
          eraseFirst: words.text("eraseFirstWhat"),
        })}
      />
    </div>
  ),
  run: async (seller, { id, proof }, world) => {
    await eraseCustomer(world, seller.caller(true), id, proof);
    return done(customerPath(id), wordsFor(seller).text("erasedNow"));
  },
});

export const generateMetadata = erase.metadata;
export default erase.page(async (previous, form) => {
  "use server";
  return erase.send(previous, form);
});
