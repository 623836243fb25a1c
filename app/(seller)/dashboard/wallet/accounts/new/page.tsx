import type { ReactNode } from "react";
import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Notice, Section } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { networksFor } from "@/lib/domain/network";
import { listBanks } from "@/lib/services/money/out/payouts/read";
import { walletPath } from "../../../paths";
import { SellerPage, sellerPage } from "../../../seller-page";
import { titled } from "../../../words";
import { addBankAction, addWalletAction } from "../../actions";

export const generateMetadata = titled("addAnAccount");

export default sellerPage("wallet", async (who) => {
  const { seller, world, caller, words } = who;
  const { country, currency } = seller.store;
  const networks = networksFor(country, currency);
  const banks = await listBanks(world, caller);
  const proof = (id: string) => proofSpecs(words, seller.user, id);
  const back = <ButtonLink href={walletPath}>{words.text("backToWallet")}</ButtonLink>;
  return (
    <SellerPage
      {...who}
      here={words.text("addAnAccount")}
      title={words.text("addAnAccount")}
      purpose={words.text("addAccountPurpose", { currency })}
    >
      {seller.role !== "owner" ? (
        <Notice tone="info" title={words.text("onlyOwnerAdds")}>
          {back}
        </Notice>
      ) : (
        <>
          {networks.length > 0 ? <WalletForm networks={networks} {...{ back, words, proof }} /> : null}
          {banks.length > 0 ? <BankForm banks={banks} {...{ back, words, proof }} /> : null}
          {networks.length + banks.length === 0 ? (
            <Notice tone="warn" title={words.text("nobodyPaysOut", { currency })}>
              {back}
            </Notice>
          ) : null}
        </>
      )}
    </SellerPage>
  );
});

interface FormProps {
  back: ReactNode;
  /** The password, and a code where it is asked for. */
  proof: (id: string) => FieldSpec[];
  words: DashboardWords;
}

function WalletForm(props: FormProps & { networks: { code: string; displayName: string }[] }) {
  const { networks, back, words, proof } = props;
  return (
    <Section title={words.text("method_mobile_money")}>
      <div className="pt-4">
        <FieldForm
          action={addWalletAction}
          submit={words.text("addNumber")}
          note={back}
          fields={[
            { kind: "text", name: "phone", label: words.text("numberLabel") },
            {
              kind: "select",
              name: "network",
              label: words.text("network"),
              options: [
                { value: "", label: words.text("toldByNumber") },
                ...networks.map(({ code, displayName }) => ({ value: code, label: displayName })),
              ],
            },
            { kind: "text", name: "name", label: words.text("registeredName") },
            ...proof("wallet-password"),
          ]}
        />
      </div>
    </Section>
  );
}

function BankForm({ banks, back, words, proof }: FormProps & { banks: { code: string; name: string }[] }) {
  return (
    <Section title={words.text("bank")}>
      <div className="pt-4">
        <FieldForm
          action={addBankAction}
          submit={words.text("addBank")}
          note={back}
          fields={[
            {
              kind: "select",
              name: "bankCode",
              label: words.text("bank"),
              options: banks.map(({ code, name }) => ({ value: code, label: name })),
            },
            { kind: "text", name: "accountNumber", label: words.text("accountNumber") },
            {
              kind: "text",
              name: "name",
              id: "bank-name",
              label: words.text("heldName"),
              help: words.text("heldNameHelp"),
            },
            ...proof("bank-password"),
          ]}
        />
      </div>
    </Section>
  );
}
