/** What a race sounds like: engines, dice, tyres, a crowd. All of it is made here, none of it recorded. */

import type { Voice } from "../../lib/sound";

/** A gain that rises, stays and falls. */
function swell(audio: AudioContext, out: AudioNode, at: number, rise: number, length: number, loud: number) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(out);
  return gain;
}

/** Noise for some seconds, through a filter. */
function hiss(
  audio: AudioContext,
  out: AudioNode,
  at: number,
  length: number,
  { type, pitch, q = 1 }: { type: BiquadFilterType; pitch: number; q?: number },
): BiquadFilterNode {
  const frames = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let at = 0; at < frames; at++) data[at] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  source.buffer = buffer;
  filter.type = type;
  filter.frequency.setValueAtTime(pitch, at);
  filter.Q.value = q;
  source.connect(filter).connect(out);
  source.start(at);
  source.stop(at + length);
  return filter;
}

function tone(
  audio: AudioContext,
  out: AudioNode,
  at: number,
  length: number,
  type: OscillatorType,
  pitches: readonly number[],
) {
  const oscillator = audio.createOscillator();
  oscillator.type = type;
  pitches.forEach((pitch, n) => {
    const when = at + (length * n) / Math.max(1, pitches.length - 1);
    if (n) oscillator.frequency.exponentialRampToValueAtTime(pitch, when);
    else oscillator.frequency.setValueAtTime(pitch, at);
  });
  oscillator.connect(out);
  oscillator.start(at);
  oscillator.stop(at + length);
}

/** An engine pulls through one cell; the higher the gear the higher its note. */
export function engine(gear: number): Voice {
  return (audio, out, at) => {
    const note = 46 * 1.19 ** gear;
    const filter = audio.createBiquadFilter();
    filter.type = "lowpass";
    filter.frequency.value = note * 7;
    filter.connect(swell(audio, out, at, 0.05, 0.42, 0.5));
    tone(audio, filter, at, 0.42, "sawtooth", [note * 0.82, note, note * 0.96]);
    tone(audio, filter, at, 0.42, "square", [note * 0.41, note * 0.5, note * 0.48]);
  };
}

/** Dice tumble on a table, each with a few knocks. */
export function tumble(dice: number): Voice {
  return (audio, out, at) => {
    for (let die = 0; die < Math.min(dice, 8); die++)
      for (let knock = 0; knock < 4; knock++) {
        const when = at + die * 0.04 + knock * (0.09 + Math.random() * 0.06);
        const loud = 0.9 / (knock + 1.4);
        const pitch = 1500 + Math.random() * 1400;
        hiss(audio, swell(audio, out, when, 0.004, 0.05, loud), when, 0.05, {
          type: "bandpass",
          pitch,
          q: 3,
        });
      }
  };
}

/** Tyres lose their grip. */
export const screech: Voice = (audio, out, at) => {
  const gain = swell(audio, out, at, 0.08, 0.75, 0.45);
  hiss(audio, gain, at, 0.75, { type: "bandpass", pitch: 1900, q: 9 }).frequency.linearRampToValueAtTime(
    1250,
    at + 0.75,
  );
  tone(audio, swell(audio, out, at, 0.1, 0.7, 0.1), at, 0.7, "sawtooth", [980, 1040, 860, 900, 700]);
};

/** A car leaves the road. */
export const crash: Voice = (audio, out, at) => {
  hiss(audio, swell(audio, out, at, 0.01, 0.6, 1), at, 0.6, { type: "lowpass", pitch: 420 });
  hiss(audio, swell(audio, out, at + 0.04, 0.01, 0.3, 0.4), at + 0.04, 0.3, {
    type: "highpass",
    pitch: 2600,
  });
  tone(audio, swell(audio, out, at, 0.01, 0.35, 0.8), at, 0.35, "sine", [120, 45]);
};

/** People at the finish. */
export const cheer: Voice = (audio, out, at) => {
  for (const pitch of [700, 1150, 1800])
    hiss(audio, swell(audio, out, at, 0.35, 1.9, 0.35), at, 1.9, { type: "bandpass", pitch, q: 1.4 });
  [392, 523, 659, 784].forEach((pitch, n) => {
    const when = at + n * 0.11;
    tone(audio, swell(audio, out, when, 0.02, 0.5, 0.22), when, 0.5, "triangle", [pitch]);
  });
};

/** It is up to the person at the screen. */
export const call: Voice = (audio, out, at) => {
  [523, 784].forEach((pitch, n) => {
    const when = at + n * 0.13;
    tone(audio, swell(audio, out, when, 0.02, 0.32, 0.3), when, 0.32, "sine", [pitch]);
  });
};
