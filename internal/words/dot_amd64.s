#include "textflag.h"

// MULADD adds the products of 16 bytes at off to the four sums in X4: the bytes are extended
// to 16 bits, multiplied, and added up in pairs. SSE2 is part of every amd64.
#define MULADD(off) \
	MOVOU     off(SI), X0 \
	MOVOU     off(DI), X1 \
	MOVOA     X0, X2      \
	MOVOA     X1, X3      \
	PUNPCKLBW X2, X2      \
	PUNPCKHBW X0, X0      \
	PUNPCKLBW X3, X3      \
	PUNPCKHBW X1, X1      \
	PSRAW     $8, X2      \
	PSRAW     $8, X0      \
	PSRAW     $8, X3      \
	PSRAW     $8, X1      \
	PMADDWL   X3, X2      \
	PMADDWL   X1, X0      \
	PADDL     X2, X4      \
	PADDL     X0, X4

// MULADD2 is MULADD with AVX2, which extends and multiplies 16 bytes at a time. It adds to the
// eight sums in acc.
#define MULADD2(off, acc) \
	VPMOVSXBW off(SI), Y0  \
	VPMOVSXBW off(DI), Y1  \
	VPMADDWD  Y1, Y0, Y0   \
	VPADDD    Y0, acc, acc

// ROW adds the products of a Vector at SI and one at DI to the sums in Y4 and Y5, and goes on to the next; CX counts down.
#define ROW \
	MULADD2(0, Y4)  \
	MULADD2(16, Y5) \
	MULADD2(32, Y4) \
	MULADD2(48, Y5) \
	ADDQ $64, SI    \
	ADDQ $64, DI    \
	DECQ CX

// SUM adds up the eight sums in a and the eight in b to the first of low, which is the lower half of a.
#define SUM(low, a, b, other) \
	VPADDD       b, a, a           \
	VEXTRACTI128 $1, a, other      \
	VPADDD       other, low, low   \
	VPSHUFD      $0x4E, low, other \
	VPADDD       other, low, low   \
	VPSHUFD      $0xB1, low, other \
	VPADDD       other, low, low

// MULADD3 is MULADD2 with 16 numbers that are in y already.
#define MULADD3(off, y, acc) \
	VPMOVSXBW off(SI), Y2  \
	VPMADDWD  y, Y2, Y2    \
	VPADDD    Y2, acc, acc

// func dot(x, y *Vector, n int) int32
TEXT ·dot(SB), NOSPLIT, $0-28
	MOVQ x+0(FP), SI
	MOVQ y+8(FP), DI
	MOVQ n+16(FP), CX
	CMPB ·avx2(SB), $1
	JEQ  wide
	PXOR X4, X4

next:
	MULADD(0)
	MULADD(16)
	MULADD(32)
	MULADD(48)
	ADDQ   $64, SI
	ADDQ   $64, DI
	DECQ   CX
	JNZ    next
	PSHUFL $0x4E, X4, X0
	PADDL  X0, X4
	PSHUFL $0xB1, X4, X0
	PADDL  X0, X4
	MOVL   X4, ret+24(FP)
	RET

wide:
	VPXOR Y4, Y4, Y4
	VPXOR Y5, Y5, Y5

wider:
	ROW
	JNZ  wider
	SUM(X4, Y4, Y5, X0)
	VZEROUPPER
	MOVL X4, ret+24(FP)
	RET

// func wideDots(out *int32, x, y *Vector, runs, n int)
TEXT ·wideDots(SB), NOSPLIT, $0-40
	MOVQ out+0(FP), R8
	MOVQ x+8(FP), SI
	MOVQ y+16(FP), R9
	MOVQ runs+24(FP), R10
	MOVQ n+32(FP), R11
	CMPQ R11, $3
	JEQ  three

run:
	MOVQ  R9, DI
	MOVQ  R11, CX
	VPXOR Y4, Y4, Y4
	VPXOR Y5, Y5, Y5

wider:
	ROW
	JNZ  wider
	SUM(X4, Y4, Y5, X0)
	MOVL X4, (R8)
	ADDQ $4, R8
	DECQ R10
	JNZ  run
	VZEROUPPER
	RET

// Three Vectors of y stay in twelve registers, as many as there are: that saves reading them for each run.
three:
	VPMOVSXBW 0(R9), Y4
	VPMOVSXBW 16(R9), Y5
	VPMOVSXBW 32(R9), Y6
	VPMOVSXBW 48(R9), Y7
	VPMOVSXBW 64(R9), Y8
	VPMOVSXBW 80(R9), Y9
	VPMOVSXBW 96(R9), Y10
	VPMOVSXBW 112(R9), Y11
	VPMOVSXBW 128(R9), Y12
	VPMOVSXBW 144(R9), Y13
	VPMOVSXBW 160(R9), Y14
	VPMOVSXBW 176(R9), Y15

runThree:
	VPMOVSXBW 0(SI), Y0
	VPMADDWD  Y4, Y0, Y0
	VPMOVSXBW 16(SI), Y1
	VPMADDWD  Y5, Y1, Y1
	MULADD3(32, Y6, Y0)
	MULADD3(48, Y7, Y1)
	MULADD3(64, Y8, Y0)
	MULADD3(80, Y9, Y1)
	MULADD3(96, Y10, Y0)
	MULADD3(112, Y11, Y1)
	MULADD3(128, Y12, Y0)
	MULADD3(144, Y13, Y1)
	MULADD3(160, Y14, Y0)
	MULADD3(176, Y15, Y1)
	SUM(X0, Y0, Y1, X1)
	MOVL      X0, (R8)
	ADDQ      $192, SI
	ADDQ      $4, R8
	DECQ      R10
	JNZ       runThree
	VZEROUPPER
	RET
