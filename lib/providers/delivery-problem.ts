/** The provider did not accept a message. `final`: this address will never accept it, so a retry is useless. */
export class DeliveryProblem extends Error {
  override name = "DeliveryProblem";
  readonly final: boolean;
  constructor(message: string, final: boolean) {
    super(message);
    this.final = final;
  }
}
