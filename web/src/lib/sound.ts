/** Sound and touch, made in code. Nothing is heard or felt unless it was switched on. */

import { settings } from "./settings.svelte";

/** Makes a sound: builds what it needs, lets it begin at a time, and stops it by itself. */
export type Voice = (audio: AudioContext, out: AudioNode, at: number) => void;

/** Sounds stay in the background. */
const VOLUME = 0.22;
/** The same sound is not begun again within this time, in milliseconds. */
const APART = 70;
/** A sound that could not begin by then is not worth hearing any more, in milliseconds. */
const LATE = 400;

class Sound {
  private audio: AudioContext | null = null;
  private out: AudioNode | null = null;
  private last = new Map<string, number>();

  /** Let something be heard, and felt where the machine can do that. */
  play(name: string, voice: Voice, buzz: number | number[] = []): void {
    const now = performance.now();
    if (!settings.sound || now - (this.last.get(name) ?? -Infinity) < APART) return;
    this.last.set(name, now);
    if (typeof buzz === "number" || buzz.length) navigator.vibrate?.(buzz);
    const audio = this.open();
    // A page may make sounds only once somebody has touched it; until then the browser keeps them waiting.
    void audio.resume().then(() => {
      if (performance.now() - now < LATE && settings.sound) voice(audio, this.out!, audio.currentTime);
    });
  }

  private open(): AudioContext {
    if (this.audio) return this.audio;
    const audio = new AudioContext();
    const gain = audio.createGain();
    gain.gain.value = VOLUME;
    gain.connect(audio.destination);
    this.audio = audio;
    this.out = gain;
    return audio;
  }
}

export const sound = new Sound();
