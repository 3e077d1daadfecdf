// The beeper: the same patterns as the one of the case.
const PATTERNS = {
  accepted: [[2700, 0.07]],
  refused: [[1200, 0.14], [0, 0.06], [1200, 0.14]],
  asks: [[2200, 0.06], [0, 0.05], [2900, 0.08]],
  trouble: [[900, 0.2], [0, 0.08], [900, 0.2], [0, 0.08], [900, 0.2]],
  early: [[1800, 0.02], [0, 0.04], [1800, 0.02], [0, 0.04], [1800, 0.02]],
};
let audio = null;

export function soundOf(kind) {
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (const [pitch, length] of PATTERNS[kind] ?? []) {
    if (pitch) {
      const tone = audio.createOscillator();
      const loud = audio.createGain();
      tone.type = "square";
      tone.frequency.value = pitch;
      loud.gain.value = 0.04;
      tone.connect(loud).connect(audio.destination);
      tone.start(at);
      tone.stop(at + length);
    }
    at += length;
  }
}
