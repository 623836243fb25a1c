import { expect, test } from "vitest";
import { isAddressRefused } from "@/lib/domain/rail-account";
import type { Credentials, RailContext } from "../kind";
import { callbackUrlOf, kindOf, railAddressed } from "../kinds";
import { sealed } from "./mpesa";

// Made for this test; nobody has its key.
const certificate = `-----BEGIN CERTIFICATE-----
MIIDDTCCAfWgAwIBAgIUQ32C6X8L2J/ZKDSTJsIkFUPQTrAwDQYJKoZIhvcNAQEL
BQAwFTETMBEGA1UEAwwKc2VudGUtdGVzdDAgFw0yNjExMjgxMTIxNDdaGA8yMTI2
MTEwNDExMjE0N1owFTETMBEGA1UEAwwKc2VudGUtdGVzdDCCASIwDQYJKoZIhvcN
AQEBBQADggEPADCCAQoCggEBALgUQcExgMx2/6PZmLQwChQtc8tGLfFpj2ZLC+6q
/owwliHNggeRo4YCoLJtRNpTApcN2ki7FShuv9PNd/D1UwucwJ/lk0jZG3WtiSgz
JfpPsOFHlkFExdmxjHsVo/e2zHi7axzXNEB29p159jKbYTuWYPBy4DgDe588Hfhu
IDgR5X+eMw3MAfY1Oxt/wSuhOAlrYdvLQ/wgWLYn61gyDAPb7H0LJo8lhTxS/1pi
duKpStdjg0YRbU9OqirbQJWsot0QC9jraDAWxCF6YbyAEJYxyb8I9nOqAsGZ5Q+y
+shc3alC9MtCaH4UUvSdxio2ILGb7rBRwkkEPJI7FE0X2eECAwEAAaNTMFEwHQYD
VR0OBBYEFDFmdAar60SEDqA02QYjtmP1qNp5MB8GA1UdIwQYMBaAFDFmdAar60SE
DqA02QYjtmP1qNp5MA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADggEB
AG/RJoThY0FX6DVg9X/QYV6LzOYhigjioIH9OkptLfYkNcTrrOv5WV/Wflp155KD
F0K0O8Jfqd11W2LoQ/Gapa8PJKa3tR1DadV7HFh2EVx6NQD8ERKThqobdS35MZ62
Y5md9GGEovCUJDlbuxd67vKTFqcPtAoeguPGRba9Sr59FFs70bRTQaj+OxfO8RnR
xE5rJYW40z4Cja/J8VH8TyL1RhbN3FeYb+YJ3koYFY2jMZPHVUPEhdIz/YKVCvfP
tPXL0kEZYx3H62nKFnvfCVRrTCiCNGnqn48pgzMgXbkJ74RE5odYPLvnTOAPR3Xt
L652W2AA8dXWJkMQQ8gDyac=
-----END CERTIFICATE-----`;

const paybill: Credentials = {
  ...{ consumerKey: "the-consumer-key", consumerSecret: "the-consumer-secret" },
  ...{ shortCode: " 174379\n", passkey: "the-passkey-of-go-live" },
};
const context: RailContext = {
  ...{ livemode: true, callbackUrl: "https://pay.example.com/api/rails/kenya", mailDomain: "example.com" },
  ...{ serviceName: "Sente", now: () => new Date(), onAnomaly: () => {} },
  tokens: { read: async () => null, keep: async () => {} },
};

function problems(more: Credentials): string[] {
  return Object.keys(kindOf("mpesa")?.problems({ ...paybill, ...more }, true) ?? { none: [] });
}

test("a paybill alone takes payments; with an initiator it pays out and gives back too", () => {
  expect(problems({})).toEqual([]);
  const empty = { till: "", initiatorName: " ", securityCredential: "", certificate: "", standingOrders: "" };
  expect(problems(empty)).toEqual([]);
  const taking = kindOf("mpesa")?.create({ ...paybill, ...empty }, context);
  expect(taking?.capabilities).toMatchObject({ refund: "none", payout: [] });
  const initiator = { initiatorName: "api-user", securityCredential: "c2VhbGVk" };
  expect(problems(initiator)).toEqual([]);
  const all = kindOf("mpesa")?.create(
    { ...paybill, ...initiator, listPhone: "0722 000 000", standingOrders: "2026" },
    context,
  );
  expect(all?.capabilities).toMatchObject({ refund: "partial", payout: ["mobile_money"] });
  expect(all?.statement).toBeDefined();
  expect(all?.direct?.standingOrders).toBeDefined();
});

test("what is half filled in, or looks like something else, is said by field", () => {
  expect(problems({ shortCode: "+254712345678", till: "shop" })).toEqual(["shortCode", "till"]);
  expect(problems({ initiatorName: "api-user" })).toEqual(["securityCredential"]);
  expect(problems({ securityCredential: "c2VhbGVk" })).toEqual(["initiatorName"]);
  const password = { initiatorName: "api-user", initiatorPassword: "Secret-1" };
  expect(problems(password)).toEqual(["certificate"]);
  expect(problems({ ...password, certificate: certificate.slice(0, 200) })).toEqual(["certificate"]);
  expect(problems({ ...password, certificate })).toEqual([]);
  expect(problems({ standingOrders: "2024" })).toEqual(["standingOrders"]);
  expect(problems({ listPhone: "on" })).toEqual(["listPhone"]);
});

test("a password is encrypted under the certificate, also where that lost its line breaks", () => {
  for (const typed of [certificate, certificate.replaceAll("\n", " "), certificate.replaceAll("\n", "")]) {
    const credential = sealed("Secret-1", typed) ?? "";
    expect(Buffer.from(credential, "base64")).toHaveLength(256);
    expect(credential).not.toBe(sealed("Secret-1", typed));
  }
  expect(sealed("Secret-1", "no certificate")).toBeNull();
});

test("our address for it names neither the network nor its owner, and leads to this rail", () => {
  const address = callbackUrlOf("https://pay.example.com", "mpesa:k3v9x2ma");
  expect(address).toBe("https://pay.example.com/api/rails/kenya");
  expect(isAddressRefused(address)).toBe(false);
  expect(isAddressRefused("https://pay.example.com/api/rails/mpesa")).toBe(true);
  expect([railAddressed("kenya"), railAddressed("stripe")]).toEqual(["mpesa", "stripe"]);
  expect(callbackUrlOf("https://pay.example.com", "stripe")).toBe("https://pay.example.com/api/rails/stripe");
});
