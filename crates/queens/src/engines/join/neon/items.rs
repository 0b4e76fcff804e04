//! Masks as table indices in NEON, four at a time.

use super::super::tables::{CHUNKS, Chunks};
use super::SET_BYTES;
use std::arch::aarch64::*;

/// Removes the bits of the key from masks and cuts the rest into items.
pub(super) struct Cut {
    /// For each bit of the key, the highest first, the bits below it.
    below: [uint32x4_t; 32],
    key_bits: usize,
    /// The distance by which each chunk is shifted up to its field, or down if negative.
    shifts: [i64; CHUNKS],
    fields: [u64; CHUNKS],
}

impl Cut {
    /// # Safety
    ///
    /// The CPU has NEON, as for all functions below.
    #[inline(always)]
    pub(super) unsafe fn new(key: u32, chunks: &Chunks) -> Self {
        // SAFETY: as the caller promises.
        let mut below = [unsafe { vdupq_n_u32(0) }; 32];
        let (mut left, mut key_bits) = (key, 0);
        while left != 0 {
            let bit = left.ilog2();
            left ^= 1 << bit;
            // SAFETY: as the caller promises.
            below[key_bits] = unsafe { vdupq_n_u32((1 << bit) - 1) };
            key_bits += 1;
        }
        let place = |i: usize| 16 * i as u32 + SET_BYTES.ilog2();
        Self {
            below,
            key_bits,
            shifts: std::array::from_fn(|i| i64::from(place(i)) - i64::from(chunks.shifts()[i])),
            fields: std::array::from_fn(|i| ((1 << chunks.widths()[i]) - 1) << place(i)),
        }
    }

    /// Writes the items of four masks.
    ///
    /// # Safety
    ///
    /// There is room for four items. The CPU has NEON.
    #[inline(always)]
    pub(super) unsafe fn items<const WIDE: bool>(
        &self,
        low: uint32x4_t,
        high: uint32x4_t,
        to: *mut u64,
    ) {
        // SAFETY: as the caller promises.
        unsafe {
            let mut low = low;
            for &below in &self.below[..self.key_bits] {
                low = vbslq_u32(below, low, vshrq_n_u32::<1>(low));
            }
            if WIDE {
                // Low words are shifted up to the high words. Masks then start above the gap that the bits of the key
                // have left.
                let gap = self.key_bits as i32;
                let low = vshlq_u32(low, vdupq_n_s32(gap));
                let first = vreinterpretq_u64_u32(vzip1q_u32(low, high));
                let second = vreinterpretq_u64_u32(vzip2q_u32(low, high));
                vst1q_u64(to, self.wide(first));
                vst1q_u64(to.add(2), self.wide(second));
            } else {
                let (first, second) = (self.narrow(low, 0), self.narrow(low, 2));
                vst1q_u64(to, vreinterpretq_u64_u32(vzip1q_u32(first, second)));
                vst1q_u64(to.add(2), vreinterpretq_u64_u32(vzip2q_u32(first, second)));
            }
        }
    }

    /// The fields of two chunks, as halves of the items.
    ///
    /// # Safety
    ///
    /// The CPU has NEON.
    #[inline(always)]
    unsafe fn narrow(&self, rest: uint32x4_t, chunk: usize) -> uint32x4_t {
        // The second two chunks are the upper half of an item.
        let down = 16 * chunk as u32;
        // SAFETY: as the caller promises.
        let field = |i: usize| unsafe {
            let shift = vdupq_n_s32((self.shifts[i] - i64::from(down)) as i32);
            (vshlq_u32(rest, shift), vdupq_n_u32((self.fields[i] >> down) as u32))
        };
        let ((first, first_field), (second, second_field)) = (field(chunk), field(chunk + 1));
        // SAFETY: as the caller promises.
        unsafe { vbslq_u32(second_field, second, vandq_u32(first, first_field)) }
    }

    /// Two items.
    ///
    /// # Safety
    ///
    /// The CPU has NEON.
    #[inline(always)]
    unsafe fn wide(&self, rest: uint64x2_t) -> uint64x2_t {
        // SAFETY: as the caller promises.
        unsafe {
            let mut item = vdupq_n_u64(0);
            for i in 0..CHUNKS {
                let shift = vdupq_n_s64(self.shifts[i] - self.key_bits as i64);
                item = vbslq_u64(vdupq_n_u64(self.fields[i]), vshlq_u64(rest, shift), item);
            }
            item
        }
    }
}
