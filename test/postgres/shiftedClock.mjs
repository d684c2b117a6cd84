// Loaded before a program whose machine has a wrong clock: `CLOCK_SHIFT` milliseconds from the start, and `CLOCK_STEP` more with each SIGUSR2.
const now = Date.now.bind(Date);
let shift = Number(process.env.CLOCK_SHIFT ?? 0);
process.on('SIGUSR2', () => void (shift += Number(process.env.CLOCK_STEP ?? 0)));
globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length === 0 ? [now() + shift] : given));
  }
  static now() {
    return now() + shift;
  }
};
