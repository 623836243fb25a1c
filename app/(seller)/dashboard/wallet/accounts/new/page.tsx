import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import type { FieldSpec } from "@/app/_forms/form-field";
import { ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { PageHeader, Section } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { networksFor } from "@/lib/domain/network";
import { listBanks } from "@/lib/services/payouts/list-banks";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../../../seller-page";
import { addBankAction, addWalletAction } from "../../actions";
import { walletPath } from "../../paths";

export const metadata: Metadata = { title: "Add an account" };

export default async function NewAccountPage() {
  const seller = await currentSeller();
  const { country, currency } = seller.store;
  const networks = networksFor(country, currency);
  const banks = await listBanks(systemWorld(), seller.caller(true));
  const back = <ButtonLink href={walletPath}>Back to the wallet</ButtonLink>;
  return (
    <SellerPage seller={seller} section="wallet" here="Add an account">
      <PageHeader
        title="Add an account"
        purpose={`Of your own, in ${currency}. Every owner of the store is told by mail.`}
      />
      {seller.role !== "owner" ? (
        <Notice tone="info" title="Only the owner of the store can add an account to pay out to.">
          {back}
        </Notice>
      ) : (
        <>
          {networks.length > 0 ? (
            <Section title="Mobile money">
              <div className="pt-4">
                <FieldForm
                  action={addWalletAction}
                  submit="Add this number"
                  note={back}
                  fields={[
                    { kind: "text", name: "phone", label: "Number" },
                    {
                      kind: "select",
                      name: "network",
                      label: "Network",
                      options: [
                        { value: "", label: "Told by the number" },
                        ...networks.map(({ code, displayName }) => ({ value: code, label: displayName })),
                      ],
                    },
                    { kind: "text", name: "name", label: "Name it is registered in" },
                    password("wallet-password"),
                  ]}
                />
              </div>
            </Section>
          ) : null}
          {banks.length > 0 ? (
            <Section title="Bank">
              <div className="pt-4">
                <FieldForm
                  action={addBankAction}
                  submit="Add this bank account"
                  note={back}
                  fields={[
                    {
                      kind: "select",
                      name: "bankCode",
                      label: "Bank",
                      options: banks.map(({ code, name }) => ({ value: code, label: name })),
                    },
                    { kind: "text", name: "accountNumber", label: "Account number" },
                    {
                      kind: "text",
                      name: "name",
                      id: "bank-name",
                      label: "Name it is held in",
                      help: "Where the bank tells the name, that one is used.",
                    },
                    password("bank-password"),
                  ]}
                />
              </div>
            </Section>
          ) : null}
          {networks.length + banks.length === 0 ? (
            <Notice tone="warn" title={`No provider pays out in ${currency} here yet.`}>
              {back}
            </Notice>
          ) : null}
        </>
      )}
    </SellerPage>
  );
}

function password(id: string): FieldSpec {
  return {
    kind: "text",
    name: "password",
    id,
    type: "password",
    label: "Your password",
    autoComplete: "current-password",
  };
}
